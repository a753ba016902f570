import type { Feed, FeedItem } from './feed.ts';

/**
 * A feed as Atom (RFC 4287). Written by hand: the usual library leaves CDATA sections open to a second `]]>`, `<` as it
 * is in attributes, and control characters in the text, and every title here holds words of strangers.
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
    `<link rel="self" type="application/atom+xml" href="${escaped(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(feed.home)}"/>`,
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
    `<link rel="alternate" type="text/html" href="${escaped(item.page)}"/>`,
    `<category term="${escaped(item.kind)}"/>`,
    ...(item.breaking ? ['<category term="breaking"/>'] : []),
    element('summary', item.text),
    '</entry>',
  ];
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

/** Text for content or a quoted attribute; what XML 1.0 cannot hold is left out. */
function escaped(text: string): string {
  return text.replace(UNHOLDABLE, '').replace(/[&<>"'\r\n\t]/g, character => `&#${character.charCodeAt(0)};`);
}

/** All but the production `Char` of XML 1.0; with the u flag the surrogates are unpaired ones only. */
const UNHOLDABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
