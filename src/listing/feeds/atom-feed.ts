import type { Feed, FeedItem } from './feed.ts';

/**
 * Formats a feed as Atom (RFC 4287). It uses no library, because titles contain untrusted text, and the common library
 * does not escape `]]>` in CDATA sections, `<` in attributes, or control characters.
 */
export function atomFeed(feed: Feed): string {
  const self = `${feed.home}feed.xml`;
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', self),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updated),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.home)}"/>`,
    `<author>${element('name', feed.title)}${element('uri', feed.home)}</author>`,
    ...feed.items.flatMap(entry),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entry(item: FeedItem): string[] {
  return [
    '<entry>',
    element('id', item.id),
    element('title', item.title),
    element('updated', item.at),
    `<link rel="alternate" type="text/html" href="${escapeXml(item.page)}"/>`,
    `<category term="${escapeXml(item.kind)}"/>`,
    ...(item.breaking ? ['<category term="breaking"/>'] : []),
    element('summary', item.text),
    '</entry>',
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** Escapes text for content or a quoted attribute. Removes characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"'\r\n\t]/g, character => `&#${character.charCodeAt(0)};`);
}

/** All characters outside the production `Char` of XML 1.0. With the flag u, it matches only unpaired surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
