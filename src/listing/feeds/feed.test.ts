import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { atomFeed } from './atom-feed.ts';
import { type FeedSource, feedOf } from './feed.ts';
import { jsonFeed } from './json-feed.ts';
import { parseStrictXml, type XmlElement } from './strict-xml.fixture.ts';

const bases = { registry: 'https://registry.example', site: 'https://site.example' };

function entry(changes: Partial<HistoryEntry>): HistoryEntry {
  return {
    at: '2026-11-20T06:00:00Z',
    kind: 'changed',
    version: '1.3.0',
    previous_version: '1.2.0',
    summary: '1.2.0 → 1.3.0: endpoint GET /v1/x removed',
    breaking: false,
    differences: [],
    difference_count: 0,
    ...changes,
  };
}

function source(id: string, ...entries: readonly Partial<HistoryEntry>[]): FeedSource {
  return { id, name: `API of ${id}`, entries: entries.map(entry) };
}

function read(sources: readonly FeedSource[], title = 'Registry') {
  const feed = feedOf(sources, bases, title);
  return { feed, atom: parseStrictXml(atomFeed(feed)), json: JSON.parse(jsonFeed(feed)) };
}

function texts(element: XmlElement, name: string): string[] {
  return element.children.filter(each => each.name === name).map(({ text }) => text);
}

describe('the items of a feed', () => {
  test('appear by day, newest first, with breaking changes first within a day', () => {
    const { feed } = read([
      source('a.example', { at: '2026-11-19T23:00:00Z', breaking: true }, { at: '2026-11-20T09:00:00Z' }),
      source(
        'b.example',
        { at: '2026-11-20T01:00:00Z', breaking: true },
        { at: '2026-11-20T10:00:00Z', kind: 'lapsed' },
      ),
      source('c.example', { at: '2026-11-20T10:00:00Z', kind: 'listed' }),
    ]);
    expect(feed.items.map(({ title }) => title)).toEqual([
      '“API of b.example”: changed, can break agents',
      '“API of b.example”: lapsed',
      '“API of c.example”: listed',
      '“API of a.example”: changed',
      '“API of a.example”: changed, can break agents',
    ]);
    expect(feed.updated).toBe('2026-11-20T10:00:00Z');
  });

  test('omit passed checks and duplicates', () => {
    const { feed } = read([source('a.example', { kind: 'verified' }, {}, {})]);
    expect(feed.items.map(({ id }) => id)).toEqual([
      'https://site.example/apis/a.example/#changed-2026-11-20T06:00:00Z',
    ]);
  });

  test('include the newest 200 for any order of the sources', () => {
    const hour = (index: number) => new Date(Date.UTC(2026, 0, 1, index)).toISOString();
    const sources = Array.from({ length: 12_000 }, (_, index) => source(`h${index}.example`, { at: hour(index) }));
    const feed = feedOf(sources, bases, 'Registry');
    expect(feed.items).toHaveLength(200);
    expect(feed.items.every(({ at }) => at > hour(11_776))).toBe(true);
    expect(feedOf(sources.toReversed(), bases, 'Registry')).toEqual(feed);
  });

  test('produce a valid and reproducible feed even without items', () => {
    const { atom, json } = read([]);
    expect(texts(atom, 'updated')).toEqual(['1970-01-01T00:00:00Z']);
    expect(json.items).toEqual([]);
  });
});

describe('Atom', () => {
  test('contains the feed and entry elements that RFC 4287 requires', () => {
    const { atom } = read([source('a.example', { breaking: true })], 'Tom & Jerry');
    expect(atom.name).toBe('feed');
    expect(atom.attributes.xmlns).toBe('http://www.w3.org/2005/Atom');
    expect(texts(atom, 'id')).toEqual(['https://site.example/feed.xml']);
    expect(texts(atom, 'title')).toEqual(['Tom & Jerry']);
    expect(texts(atom, 'updated')).toEqual(['2026-11-20T06:00:00Z']);
    expect(atom.children.find(({ name }) => name === 'author')?.children[0]?.text).toBe('Tom & Jerry');
    expect(atom.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes)).toEqual([
      { rel: 'self', type: 'application/atom+xml', href: 'https://site.example/feed.xml' },
      { rel: 'alternate', type: 'text/html', href: 'https://site.example/' },
    ]);
    const [item = expect.fail('has an entry')] = atom.children.filter(({ name }) => name === 'entry');
    expect(texts(item, 'id')).toEqual(['https://site.example/apis/a.example/#changed-2026-11-20T06:00:00Z']);
    expect(texts(item, 'title')).toEqual(['“API of a.example”: changed, can break agents']);
    expect(texts(item, 'updated')).toEqual(['2026-11-20T06:00:00Z']);
    expect(texts(item, 'summary')).toEqual(['1.2.0 → 1.3.0: endpoint GET /v1/x removed']);
    expect(item.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.href)).toEqual([
      'https://site.example/apis/a.example/',
    ]);
    expect(item.children.filter(({ name }) => name === 'category').map(({ attributes }) => attributes.term)).toEqual([
      'changed',
      'breaking',
    ]);
  });
});

test('contains the members that JSON Feed 1.1 requires', () => {
  const { json } = read([source('a.example', { breaking: true })]);
  expect(json).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Registry',
    description: expect.any(String),
    home_page_url: 'https://site.example/',
    feed_url: 'https://site.example/feed.json',
    language: 'en',
    items: [
      {
        id: 'https://site.example/apis/a.example/#changed-2026-11-20T06:00:00Z',
        url: 'https://site.example/apis/a.example/',
        title: '“API of a.example”: changed, can break agents',
        content_text: '1.2.0 → 1.3.0: endpoint GET /v1/x removed',
        date_published: '2026-11-20T06:00:00Z',
        tags: ['changed', 'breaking'],
        _listing: { id: 'a.example', kind: 'changed', breaking: true, version: '1.3.0' },
      },
    ],
  });
});

describe('hostile text', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ']]>',
          '<evil/>',
          '&amp;',
          '&',
          '"',
          "'",
          '\u0000',
          '\u0001',
          '\ufffe',
          '\ud800',
          '\n',
          '😀',
          '-->',
        ),
      )
      .map(parts => parts.join('')),
  );

  test('survives both formats, except for characters that they cannot contain', () => {
    fc.assert(
      fc.property(hostile, hostile, (name, summary) => {
        const { feed, atom, json } = read([{ id: 'a.example', name, entries: [entry({ summary })] }], name);
        const [item = expect.fail('has an entry')] = atom.children.filter(each => each.name === 'entry');
        const held = summary.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
        expect(texts(item, 'summary')).toEqual([held]);
        expect(texts(item, 'title')).toEqual([feed.items[0]?.title.replace(/[\ufffe\uffff]/g, '')]);
        expect(json.items[0].content_text).toBe(summary.toWellFormed());
      }),
      { numRuns: 500 },
    );
  });

  test('fails in the strict parser without escapes', () => {
    const head = '<?xml version="1.0" encoding="utf-8"?>\n';
    for (const body of [
      '<a>&</a>',
      '<a>\u0001</a>',
      '<a b="<"/>',
      '<a></b>',
      '<a/><b/>',
      '<a>]]></a>',
      '<a b="1" b="2"/>',
      '<a>&#1;</a>',
      '<a',
    ]) {
      expect(() => parseStrictXml(head + body), body).toThrow();
    }
    expect(parseStrictXml(`${head}<a b="1">x&#60;<c/></a>`).text).toBe('x<');
  });
});
