import { describe, expect, test, vi } from 'vitest';
import { parseStrictXml } from '#listing/feeds/strict-xml.fixture.ts';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import type { RowPage } from '#query/engine.ts';
import { addresses, createBuildCatalog, createMemoryCatalog, numberedListings } from '../../catalog/catalog.fixture.ts';
import { ask, get } from '../../public-registry.fixture.ts';
import { sitemap } from './sitemap.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Returns the URLs in a sitemap file that follows the sitemaps.org format. */
function locationsIn(text: string, element: 'urlset' | 'sitemapindex'): string[] {
  const root = parseStrictXml(text);
  expect([root.name, root.attributes.xmlns]).toEqual([element, NAMESPACE]);
  return root.children.map(({ name, children }) => {
    expect(name).toBe(element === 'urlset' ? 'url' : 'sitemap');
    const [loc, lastmod, ...others] = children;
    expect([loc?.name, others.length]).toEqual(['loc', 0]);
    if (lastmod) expect([lastmod.name, lastmod.text]).toEqual(['lastmod', expect.stringMatching(/^\d{4}-.*Z$/)]);
    return loc?.text ?? '';
  });
}

test('lists each page once in one file, and each URL responds', async () => {
  const found = locationsIn(await (await ask('/sitemap.xml')).text(), 'urlset');
  expect(new Set(found).size).toBe(found.length);
  expect(found).toContain('https://registry.example/apis/api-1.example/');
  for (const address of found) expect((await get(address)).status, address).toBe(200);
});

test('omits lapsed and withdrawn listings', async () => {
  const withdrawn = listingOf(sampleRecord('https://gone.example', { listing_requested: false }), sampleObservation());
  const files = await sitemap(createMemoryCatalog([withdrawn]), addresses.site, []);
  expect(files.get('/sitemap.xml')).not.toContain('gone.example');
});

test('takes the dates of listings from an engine that can read them without the rows', async () => {
  const changed = numberedListings(3).map(({ record, ...listing }, day) => ({
    ...listing,
    record: { ...record, updated_at: `2026-11-0${day + 1}T00:00:00Z` },
  }));
  const catalog = createBuildCatalog(changed);
  const read = vi.spyOn(catalog.engine, 'page');
  const files = await sitemap(catalog, addresses.site, []);
  expect(files).toEqual(await sitemap(createMemoryCatalog(changed), addresses.site, []));
  expect(files.get('/sitemap.xml')).toContain('<lastmod>2026-11-03T00:00:00Z</lastmod>');
  const [page] = read.mock.results.map(({ value }) => value as RowPage);
  expect(page?.updates).toEqual(page?.rows.map(({ id, updated_at }) => ({ id, updated_at })));
});

describe('a sitemap over the size limit', () => {
  const catalog = createMemoryCatalog(numberedListings(120));

  test('has several files and an index as the first', async () => {
    const files = await sitemap(catalog, addresses.site, ['/docs/api/'], 50);
    const parts = locationsIn(files.get('/sitemap.xml') ?? '', 'sitemapindex');
    expect(parts.map(each => new URL(each).pathname)).toEqual([...files.keys()].slice(1));
    const pages = parts.map(part => locationsIn(files.get(new URL(part).pathname) ?? '', 'urlset'));
    expect(pages.every(({ length }) => length <= 50)).toBe(true);
    expect(pages.flat().filter(page => page.includes('/apis/api-'))).toHaveLength(120);
  });
});

test('returns 404 for a part that does not exist', async () => {
  expect((await ask('/sitemap/1.xml')).status).toBe(404);
  expect((await ask('/sitemap/x.xml')).status).toBe(404);
});

test('allows all crawlers, declares the content signals, and links to the sitemap in robots.txt', async () => {
  const text = await (await ask('/robots.txt')).text();
  // RFC 9309: a line is a comment, empty, or `name: value`. A group starts with its user agent.
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^(#.*|[A-Za-z-]+: \S.*)?$/);
  expect(text).toMatch(/^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: \/$/m);
  expect(text).not.toContain('Disallow');
  for (const name of ['Sitemap', 'Agentmap']) {
    const address = new RegExp(`^${name}: (\\S+)$`, 'm').exec(text)?.[1] ?? '';
    expect((await get(address)).status, name).toBe(200);
  }
});
