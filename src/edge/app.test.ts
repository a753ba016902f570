import { describe, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import problems from '#registry/problems.json' with { type: 'json' };
import { createApp } from './app.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from './catalog/catalog.fixture.ts';
import { documentPaths } from './catalog/document-files.ts';
import { listFiles } from './catalog/list-files.ts';
import { feedFiles, listingFiles } from './catalog/listing-files.ts';

const catalog = createMemoryCatalog(numberedListings(205));
const pages = new Map([
  ['/', '<h1>Home</h1>'],
  ['/404.html', '<h1>Not here</h1>'],
]);
const ask = appOver(catalog, {
  fetch: async path =>
    pages.has(path)
      ? new Response(pages.get(path), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      : undefined,
});
const json = async (path: string, init?: RequestInit) => (await ask(path, init)).json();

describe('GET /', () => {
  test('returns the root document', async () => {
    expect(await json('/')).toMatchObject({
      service: expect.any(String),
      description: expect.any(String),
      version: '0.3.1',
      status: 'healthy',
      links: {
        listings: '/listings',
        categories: '/categories',
        submit: '/listings/submit',
        agents: '/agents',
        llms_txt: '/llms.txt',
        health: '/health',
      },
      meta: { ai_agent_notice: expect.any(String), description: expect.any(String) },
    });
  });

  test.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['application/json, text/html;q=0.9', 'application/json'],
    ['text/html;q=0.5, application/json;q=0.4', 'text/html'],
    ['*/*', 'application/json'],
    ['image/png', 'application/json'],
  ])('returns, for Accept: %s, the type %s', async (accept, type) => {
    const response = await ask('/', { headers: { Accept: accept } });
    expect(response.headers.get('Content-Type')).toContain(type);
    expect(response.headers.get('Vary')).toContain('Accept');
  });
});

describe('GET /listings', () => {
  test('returns the specified envelope', async () => {
    const body = await json('/listings?category=weather&limit=2');
    expect(Object.keys(body)).toEqual(['meta', 'data']);
    expect(body.meta).toEqual({
      spec_version: 'apimanifest-0.3',
      endpoint_description: expect.any(String),
      query: {
        category: ['weather'],
        status: ['verified', 'unverified'],
        sort: 'created_at',
        order: 'desc',
        limit: 2,
        offset: 0,
      },
      links: {
        self: 'https://registry.example/listings?category=weather&limit=2',
        next: 'https://registry.example/listings?category=weather&limit=2&offset=2',
        prev: null,
        first: 'https://registry.example/listings?category=weather&limit=2',
        last: 'https://registry.example/listings?category=weather&limit=2&offset=100',
      },
      generated_at: '2026-11-20T06:00:00Z',
    });
    expect(body.data).toMatchObject({ count: 2, total: 102 });
    expect(body.data.listings).toHaveLength(2);
  });

  test.each([1, 7, 100, 500])('visits each listing exactly once through next links with a limit of %i', async limit => {
    const seen: string[] = [];
    let next: string | null = `/listings?limit=${limit}`;
    while (next !== null) {
      const response = await ask(next.replace('https://registry.example', ''));
      const { data, meta } = await response.json();
      seen.push(...data.listings.map((row: { id: string }) => row.id));
      next = meta.links.next;
      const link = response.headers.get('Link') ?? '';
      if (next === null) expect(link).not.toContain('rel="next"');
      else expect(link).toContain(`<${next}>; rel="next"`);
    }
    expect(seen).toHaveLength(205);
    expect(new Set(seen).size).toBe(205);
  });

  test('links to the last page from an offset beyond the end', async () => {
    const { meta, data } = await json('/listings?limit=100&offset=1000');
    expect(data).toEqual({ listings: [], count: 0, total: 205 });
    expect(meta.links).toMatchObject({
      self: 'https://registry.example/listings?offset=1000',
      next: null,
      prev: 'https://registry.example/listings/pages/3.json',
    });
  });

  test('links to the first page from an offset below the limit', async () => {
    const { meta } = await json('/listings?limit=10&offset=3');
    expect(meta.links).toMatchObject({
      prev: 'https://registry.example/listings?limit=10',
      next: 'https://registry.example/listings?limit=10&offset=13',
    });
  });

  test('has the time of the newest change of a listing on the page, and of the registry on a page of changes', async () => {
    const at = (origin: string, updated_at: string) => sampleListing(origin, {}, { updated_at });
    const [older, newer] = [
      at('https://older.example', '2026-11-21T00:00:00Z'),
      at('https://newer.example', '2026-11-22T00:00:00Z'),
    ];
    const two = appOver(createMemoryCatalog([older, newer]));
    const timeOf = async (search: string) => (await (await two(`/listings?${search}`)).json()).meta.generated_at;
    expect(await timeOf('sort=name&order=asc')).toBe(newer.changed_at);
    const times = await Promise.all([0, 1, 2].map(offset => timeOf(`limit=1&offset=${offset}`)));
    expect(times.toSorted()).toEqual([older.changed_at, newer.changed_at, null]);
    expect(await timeOf('updated_since=2026-01-01T00:00:00Z&limit=1&offset=1')).toBe(newer.changed_at);
    expect(await timeOf('updated_since=2026-12-01T00:00:00Z')).toBe(newer.changed_at);
  });

  test('returns an empty list for an empty registry', async () => {
    const empty = appOver(createMemoryCatalog([]));
    expect(await (await empty('/listings')).json()).toMatchObject({
      meta: { generated_at: null, links: { next: null, prev: null } },
      data: { listings: [], count: 0, total: 0 },
    });
  });

  test('reports all errors of a query', async () => {
    const response = await ask('/listings?limit=0&colour=red');
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'https://registry.example/docs/problems/#invalid-query',
      title: 'Invalid query',
      status: 400,
      detail: expect.any(String),
      errors: [
        { parameter: 'colour', detail: expect.stringContaining('Unknown parameter') },
        { parameter: 'limit', detail: expect.stringContaining('1 to 500') },
      ],
    });
  });
});

describe('GET /listings/{id}', () => {
  test('returns the whole listing', async () => {
    expect(await json('/listings/api-1.example')).toMatchObject({
      meta: { spec_version: 'apimanifest-0.3' },
      data: {
        id: 'api-1.example',
        manifest: { name: 'Tide tables 1' },
        contact: 'tides@example.org',
        report: null,
        results: [],
      },
    });
  });

  test.each([
    '/listings/none.example',
    '/listings/a/b',
    '/listings/a%2Fb',
    '/listings/',
    '/listings/..%2f..',
    '/listings/none.json',
  ])('returns 404 for %s', async path => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 404, title: 'Not found' });
  });

  test.each([
    ['API-1.Example', 'api-1.example'],
    ['api-1.example.', 'api-1.example'],
    [`${encodeURIComponent('https://api-1.example/v1')}/history`, 'api-1.example'],
  ])('suggests the id of the listing that %s means', async (id, meant) => {
    const response = await ask(`/listings/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(`Did you mean "${meant}"?`) });
  });
});

test('counts all categories, including empty ones, at GET /categories', async () => {
  const { data } = await json('/categories');
  expect(data.categories).toHaveLength(25);
  expect(data.primary_categories).toHaveLength(7);
  const counts = Object.fromEntries(
    data.categories.map((each: { name: string; count: number }) => [each.name, each.count]),
  );
  expect(counts).toMatchObject({ weather: 102, geography: 103, logistics: 0 });
  expect(data.categories[0].description).toMatch(/\w+ \w+/);
});

test('returns each member of the guidance document at GET /agents', async () => {
  const { meta, data } = await json('/agents');
  expect(Object.keys(meta)).toEqual(['spec_version', 'endpoint_description', 'ai_agent_notice']);
  expect(Object.keys(data)).toEqual([
    'purpose',
    'why_use_amp',
    'how_to_use',
    'available_categories',
    'primary_categories',
    'workflow_example',
    'listing_your_api',
    'example_api',
    'registry_notes',
    'related_services',
  ]);
  expect(data.available_categories).toHaveLength(25);
  expect(Object.keys(data.listing_your_api)).toEqual(['step_1', 'step_2', 'step_3', 'step_4']);
});

test('reports the health at the top level and in data at GET /health', async () => {
  expect(await json('/health')).toMatchObject({
    status: 'healthy',
    version: '0.3.1',
    data: {
      status: 'healthy',
      listings: 205,
      listings_by_status: { verified: 205, unverified: 0, lapsed: 0, withdrawn: 0 },
      commit: null,
      generated_at: '2026-11-20T06:00:00Z',
      index_age_seconds: 86_400,
      last_run_at: '2026-11-20T06:00:00Z',
      next_check_by: '2026-11-21T12:00:00Z',
    },
  });
});

test('reports problems of the host as degraded in GET /health', async () => {
  const sentences = ['git is not installed.'];
  const assets = { fetch: async () => undefined };
  const app = createApp({ addresses, catalog: () => catalog, assets, problems: () => sentences });
  const response = await app.fetch(new Request(`${addresses.registry}/health`));
  expect(await response.json()).toMatchObject({
    status: 'degraded',
    data: { status: 'degraded', problems: sentences },
  });
});

test('omits only the current age of the data from the file for /health', async () => {
  const { data } = await json('/health');
  delete data.index_age_seconds;
  expect((await json('/health.json')).data).toEqual(data);
});

test.each(['/llms.txt', '/llms-full.txt'])('returns Markdown with a title and a summary at GET %s', async path => {
  const response = await ask(path);
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toMatch(/^# Harbor APIs\n\n> .+\n/);
});

describe('each GET resource', () => {
  const paths = [
    '/',
    '/listings',
    '/listings?q=tide',
    '/listings/api-1.example',
    '/categories',
    '/agents',
    '/llms.txt',
    '/health',
    '/openapi.json',
  ];

  test.each(paths)('has a strong ETag and returns 304 for a matching If-None-Match: %s', async path => {
    const first = await ask(path);
    const tag = first.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(first.headers.get('Cache-Control')).toContain(path === '/health' ? 'max-age=0' : 'max-age=60');
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask(path, { headers: { 'If-None-Match': known } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('ETag')).toBe(tag);
      expect(again.headers.get('Access-Control-Allow-Origin')).toBe('*');
    }
    expect((await ask(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test.each(paths)('responds to HEAD like GET without a body: %s', async path => {
    const [get, head] = await Promise.all([ask(path), ask(path, { method: 'HEAD' })]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['Content-Type', 'ETag', 'Cache-Control', 'Link'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  test.each(paths)('allows reads from pages of other origins: %s', async path => {
    const response = await ask(path, { headers: { Origin: 'https://elsewhere.example' } });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('ETag, Link, Location');
    const preflight = await ask(path, { method: 'OPTIONS', headers: { Origin: 'https://elsewhere.example' } });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('If-None-Match');
  });

  test.each(paths)('rejects other methods and lists the allowed ones: %s', async path => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await ask(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      expect(await response.json()).toMatchObject({ status: 405 });
    }
  });
});

describe('URL validation', () => {
  test.each([
    ['/listings?q=%zz', 400],
    ['/listings?q=%ff', 400],
    ['/listings?q=a%00b', 400],
    ['/listings/%', 400],
    ['/listings/a%00b', 400],
    [`/listings?q=${'a'.repeat(9_000)}`, 414],
  ])('rejects %.40s with %i', async (path, status) => {
    const response = await ask(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});

describe('files', () => {
  test('exist for each resource, with the same bytes', async () => {
    const ids = ['api-1.example', 'api-2.example'];
    const paths = [...documentPaths(catalog)];
    for await (const { path } of listFiles(catalog, addresses)) paths.push(path);
    const ofListings = ids.flatMap(id => listingFiles(id, 1, catalog));
    paths.push(...[...ofListings, ...feedFiles(catalog)].map(({ path }) => path));
    for (const path of paths) expect((await ask(path)).status, path).toBe(200);
    expect(paths).toContain('/listings/by/category/weather/2.json');
    expect(paths).not.toContain('/listings/by/category/weather/3.json');
    expect(paths).toContain('/listings/by/category/logistics/1.json');
    for (const [file, path] of [
      ['/listings.json', '/listings'],
      ['/listings/pages/1.json', '/listings'],
      ['/listings/pages/2.json', '/listings?offset=100'],
      ['/listings/api-1.example.json', '/listings/api-1.example'],
      ['/categories.json', '/categories'],
      ['/agents.json', '/agents'],
      ['/listings/by/category/weather/1.json', '/listings?category=weather'],
      ['/listings/by/category/weather/2.json', '/listings?limit=100&offset=100&category=weather'],
      ['/listings/by/status/lapsed/1.json', '/listings?status=lapsed'],
    ] as const) {
      expect(await (await ask(file)).text(), file).toBe(await (await ask(path)).text());
    }
  });

  test('have links to files only', async () => {
    const { links } = await json('/index.json');
    for (const path of Object.values<string>(links)) expect(path).toMatch(/\.(json|txt)$/);
    expect(Object.keys(links)).not.toContain('submit');
    const { meta } = await json('/listings?category=weather');
    expect(meta.query).not.toHaveProperty('unfiltered');
    expect(meta.links).toMatchObject({
      self: 'https://registry.example/listings/by/category/weather/1.json',
      next: 'https://registry.example/listings/by/category/weather/2.json',
    });
    const all = (await json('/listings')).meta;
    expect(all.query).toHaveProperty('unfiltered', true);
    expect(all.links).toMatchObject({
      self: 'https://registry.example/listings.json',
      next: 'https://registry.example/listings/pages/2.json',
    });
  });

  test('do not exist beyond the last page', async () => {
    expect((await ask('/listings/pages/3.json')).status).toBe(200);
    expect((await ask('/listings/pages/4.json')).status).toBe(404);
  });

  test('do not exist for unknown facets', async () => {
    expect((await ask('/listings/by/colour/red/1.json')).status).toBe(400);
    expect((await ask('/listings/by/category/weather/0.json')).status).toBe(404);
    expect((await ask('/listings/by/category/weather/x.json')).status).toBe(404);
  });
});

test('returns a problem to clients and a page to browsers for an unknown path', async () => {
  const problem = await ask('/nothing');
  expect([problem.status, problem.headers.get('Content-Type')]).toEqual([404, 'application/problem+json']);
  expect(problem.headers.get('Cache-Control')).toBe('no-store');
  const page = await ask('/nothing', { headers: { Accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([404, '<h1>Not here</h1>']);
});

test('hides the cause of an internal error', async () => {
  const errors: unknown[] = [];
  const app = createApp({
    addresses,
    assets: { fetch: async () => undefined },
    catalog: () => {
      throw new Error('secret path /etc/registry');
    },
    onError: error => errors.push(error),
  });
  const response = await app.fetch(new Request('https://registry.example/listings'));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
  expect(errors).toHaveLength(1);
});

test('has a title and an explanation for each problem type', () => {
  for (const { status, title, explanation } of Object.values(problems)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title.length).toBeGreaterThan(3);
    expect(explanation.length).toBeGreaterThan(40);
  }
});
