import { describe, expect, test } from 'vitest';
import type { CollectionDetail, Collections } from '#contract/collections.ts';
import type { Row } from '#contract/row.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { COLLECTIONS, selectCollectionRows } from '#query/collections.ts';
import { createApp } from '../app.ts';
import { addresses, createMemoryCatalog } from '../catalog/catalog.fixture.ts';
import { listFiles } from '../catalog/list-files.ts';

const listings = ['api.weather.gov', 'api.open-meteo.com', 'api.example.com'].map(host =>
  sampleListing(`https://${host}`, { name: host }),
);
const catalog = createMemoryCatalog(listings);

async function ask(path: string, built: Readonly<Record<string, string>> = {}) {
  const assets = {
    fetch: async (each: string) => (built[each] === undefined ? undefined : new Response(built[each])),
  };
  const app = createApp({ addresses, catalog: () => catalog, assets });
  return app.fetch(new Request(addresses.registry + path));
}

async function read<T>(path: string): Promise<T> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly data: T }).data;
}

test('lists all collections with their links', async () => {
  const { collections, count } = await read<Collections>('/collections');
  expect(collections.map(({ id }) => id)).toEqual(COLLECTIONS.map(({ id }) => id));
  expect(count).toBe(COLLECTIONS.length);
  expect(collections.find(({ id }) => id === 'no-key-needed')).toMatchObject({
    listing_ids: null,
    query: 'auth_required=false',
    links: {
      self: 'https://registry.example/collections/no-key-needed.json',
      listings: 'https://registry.example/listings/by/auth_required/false/1.json',
      atom: 'https://registry.example/collections/no-key-needed/feed.xml',
    },
  });
});

test('leaves its own URL to the Markdown version of the page that lists them', async () => {
  const response = await ask('/collections/index.md', { '/collections/index.md': '# Collections\n' });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(await response.text()).toBe('# Collections\n');
  expect((await ask('/collections/index.md')).status).toBe(404);
});

describe('a collection', () => {
  test('has the rows of its ids that this registry lists, in its order', async () => {
    const { listings: rows, count, total } = await read<CollectionDetail>('/collections/weather');
    expect(rows.map(({ id }) => id)).toEqual(['api.open-meteo.com', 'api.weather.gov']);
    expect([count, total]).toEqual([2, 2]);
    const { listings: listed } = await read<{ readonly listings: readonly Row[] }>('/listings');
    expect(rows).toEqual(rows.map(({ id }) => listed.find(row => row.id === id)));
  });

  test('has the rows of its query', async () => {
    const collection = COLLECTIONS.find(({ query }) => query === 'auth_required=false') ?? expect.fail();
    const { listings: rows, total } = await read<CollectionDetail>(`/collections/${collection.id}`);
    const { listings: all } = await read<{ readonly listings: CollectionDetail['listings'] }>('/listings');
    expect(rows).toEqual(selectCollectionRows(collection, all));
    expect(total).toBe(rows.length);
  });

  test('comes from the file of the build, if there is one', async () => {
    const response = await ask('/collections/weather', { '/collections/weather.json': '{"built":true}' });
    expect(await response.json()).toEqual({ built: true });
    expect(response.headers.get('Content-Type')).toBe('application/json');
  });

  test.each([
    '/collections/none',
    '/collections/none.json',
    '/collections/none/feed.xml',
    '/collections/none/feed.json',
  ])('returns 404 for an unknown id: %s', async path => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('GET /collections') });
  });

  test('rejects query parameters', async () => {
    expect((await ask('/collections/weather?limit=1')).status).toBe(400);
  });
});

test('has feeds with its own title and URL', async () => {
  const feed = (await (await ask('/collections/weather/feed.json')).json()) as Record<string, unknown>;
  expect(feed).toMatchObject({
    title: 'Weather and air: recent changes in the Harbor APIs',
    home_page_url: 'https://registry.example/collections/weather/',
    feed_url: 'https://registry.example/collections/weather/feed.json',
  });
  const atom = await ask('/collections/weather/feed.xml');
  expect(atom.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8');
  expect(await atom.text()).toContain('<id>https://registry.example/collections/weather/feed.xml</id>');
});

test('has static files that equal the responses', async () => {
  const files = new Map<string, string>();
  for await (const { path, content } of listFiles(catalog, addresses)) {
    if (path.startsWith('/collections/')) files.set(path, String(await content()));
  }
  expect(files.size).toBe(3 * COLLECTIONS.length);
  for (const path of ['/collections/weather.json', '/collections/no-key-needed.json', '/collections/weather/feed.xml'])
    expect(files.get(path)).toBe(await (await ask(path)).text());
});
