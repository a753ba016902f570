import { listingPage } from '../row.ts';

/** The accessible text of an embedded badge. Its status changes, but the embedded text does not, so it has no status. */
export const BADGE_TEXT = 'API status';

/** Code that embeds the badge of a listing, with a link to its page. */
export interface BadgeSnippets {
  readonly markdown: string;
  readonly html: string;
}

/** Returns the path of a listing's badge on the site. */
export function badgePath(id: string): string {
  return `/badges/${encodeURIComponent(id)}.svg`;
}

/** @param site the URL of the site, without a trailing slash */
export function createBadgeSnippets(id: string, site: string): BadgeSnippets {
  const [image, page] = [`${site}${badgePath(id)}`, `${site}${listingPage(id)}`];
  return {
    markdown: `[![${BADGE_TEXT}](${image})](${page})`,
    html: `<a href="${page}"><img src="${image}" alt="${BADGE_TEXT}"></a>`,
  };
}
