import { expect, test } from 'vitest';
import { addresses, createBuildCatalog, idsOf, numberedListings } from './catalog.fixture.ts';
import { listFiles } from './list-files.ts';

test('knows the listings on each page of each list', async () => {
  const catalog = createBuildCatalog(numberedListings(1030));
  const ids = await idsOf(catalog);
  const last = new Map<string, number>();
  for await (const { path, shows, content } of listFiles(catalog, addresses)) {
    // Feeds show the histories of listings, which this catalog does not have.
    if (!shows.listings || path.includes('/feed.')) continue;
    const text = await new Blob([await content()].flat() as BlobPart[]).text();
    const shown = Array.from(shows.listings, listing => ids[listing]);
    expect([...new Set(text.match(/api-\d+\.example/g))], path).toEqual(shown);
    last.set(path, shown.length);
  }
  expect(last.get('/apis/11/index.md')).toBe(30);
  expect(last.get('/listings/pages/11.json')).toBe(30);
});
