import type { Feed } from './feed.ts';

/** Formats a feed as JSON Feed 1.1. The extension `_listing` has the facts of the title as members. */
export function jsonFeed(feed: Feed): string {
  const { title, description, home, items } = feed;
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: home,
    feed_url: `${home}feed.json`,
    language: 'en',
    items: items.map(({ id, page, title, text, at, listing, kind, breaking, version }) => ({
      id,
      url: page,
      title: title.toWellFormed(),
      content_text: text.toWellFormed(),
      date_published: at,
      tags: breaking ? [kind, 'breaking'] : [kind],
      _listing: { id: listing, kind, breaking, version },
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
