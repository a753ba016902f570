import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sampleListing } from '#listing/listing.fixture.ts';
import { CONVERTED, isConvertedPage } from '#site/converted-pages.ts';
import { PAGE_SIZE } from '#site/paging.ts';
import { DOCUMENTATION } from '../agents/markdown/documentation.ts';
import { hasMarkdownVersion, listMarkdownPaths, PAGES_WITHOUT_MARKDOWN } from '../agents/markdown/markdown-route.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { API_CATALOG_PATH } from '../agents/well-known/api-catalog.ts';
import { addresses, appOver, createMemoryCatalog, numberedListings } from '../catalog/catalog.fixture.ts';
import { listFiles } from '../catalog/list-files.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
/** The last one has more endpoints than fit on a page. */
const LARGE = sampleListing('https://large.example', {
  endpoints: Array.from({ length: 60 }, (_, at) => ({
    path: `/v1/tides/${at}`,
    method: 'GET',
    description: `The high and low water of harbor ${at} per day.`,
    parameters: [],
    response_description: 'High and low water.',
  })),
});
const catalog = createMemoryCatalog([...numberedListings(205), LARGE]);

/** Pages of the site, including one whose Markdown the site generated. */
const files: Readonly<Record<string, string>> = {
  '/': '<h1>Home</h1>',
  '/about/': '<h1>About</h1>',
  '/apis/': '<h1>All APIs</h1>',
  '/apis/api-1.example/': '<h1>Tide tables 1</h1>',
  '/docs/start/': '<h1>Start</h1>',
  '/docs/start/index.md': '# Start\n',
  '/plain/': '<h1>Plain</h1>',
};
const ask = appOver(catalog, {
  fetch: async file => {
    const text = files[file];
    const type = file.endsWith('.md') ? 'application/octet-stream' : HTML;
    return text === undefined ? undefined : new Response(text, { headers: { 'Content-Type': type } });
  },
});
const accept = (type: string) => ({ headers: { Accept: type } });

describe('a page', () => {
  test.each([
    ['text/html,application/xhtml+xml,*/*;q=0.8', HTML],
    ['text/markdown', MARKDOWN],
    ['text/markdown, text/html;q=0.9', MARKDOWN],
    ['text/html, text/markdown;q=0.5', HTML],
    ['text/markdown;q=0', HTML],
    ['*/*', HTML],
    ['application/json', HTML],
  ])('returns, for Accept: %s, the type %s', async (type, expected) => {
    for (const page of ['/apis/', '/apis/api-1.example/', '/docs/start/']) {
      const response = await ask(page, accept(type));
      expect([response.status, response.headers.get('Content-Type')], page).toEqual([200, expected]);
      expect(response.headers.get('Vary')).toContain('Accept');
    }
  });

  test('has a Markdown version with the same bytes at its own URL', async () => {
    for (const page of [
      '/',
      '/apis/',
      '/apis/2/',
      '/apis/api-1.example/',
      '/categories/',
      '/docs/start/',
      '/docs/api/',
    ]) {
      const [asked, own] = await Promise.all([ask(page, accept('text/markdown')), ask(`${page}index.md`)]);
      expect(own.headers.get('Content-Type'), page).toBe(MARKDOWN);
      expect(await asked.text()).toBe(await own.text());
      expect(asked.headers.get('ETag')).toBe(own.headers.get('ETag'));
    }
  });

  test('links to its Markdown version', async () => {
    const response = await ask('/apis/api-1.example/', accept('text/html'));
    const twin = 'https://registry.example/apis/api-1.example/index.md';
    expect(response.headers.get('Link')).toBe(`<${twin}>; rel="alternate"; type="text/markdown"`);
  });

  test('stays HTML without a Markdown version', async () => {
    const response = await ask('/plain/', accept('text/markdown'));
    expect([response.headers.get('Content-Type'), await response.text()]).toEqual([HTML, '<h1>Plain</h1>']);
  });

  test('returns Markdown to all clients if the site has no HTML', async () => {
    const response = await ask('/docs/verification/', accept('text/html'));
    expect(response.headers.get('Content-Type')).toBe(MARKDOWN);
    expect(await response.text()).toMatch(/^# How verification works\n/);
    // The HTML may exist soon.
    expect([response.headers.get('Cache-Control'), response.headers.get('Refresh')]).toEqual(['public, no-cache', '5']);
  });

  test.each([
    '/apis/none.example/',
    '/apis/none.example/index.md',
    '/apis/api-1.example/endpoints/1/index.md',
    '/apis/api-1.example/endpoints/2/index.md',
    '/apis/none.example/endpoints/2/',
    '/apis/large.example/endpoints/3/',
    '/apis/4/',
    '/apis/1/index.md',
    '/apis/0/index.md',
    '/apis/..%2f/index.md',
    '/categories/none/',
    '/docs/none/index.md',
    '/index.md/',
  ])('returns 404 for %s', async page => {
    expect((await ask(page, accept('text/markdown'))).status).toBe(404);
  });
});

test.each([
  ['/performance', './docs/performance/'],
  ['/performance/', '../docs/performance/'],
  ['/docs/licence/', '../license/'],
  ['/docs/licence', './license/'],
  ['/docs/operating/', '../self-hosting/'],
  ['/docs/command/index.md', '../cli/index.md'],
])('redirects the former page %s to %s', async (path, location) => {
  const response = await ask(path);
  expect(response.status).toBe(301);
  expect(response.headers.get('Location')).toBe(location);
});

test('links a listing with many endpoints to the pages with the rest', async () => {
  const text = await (await ask('/apis/large.example/index.md')).text();
  const [, place = ''] = /Endpoints after the first 50 are also available as Markdown: <([^>]+)>\./.exec(text) ?? [];
  expect(place).toBe(`${addresses.site}/apis/large.example/endpoints/2/index.md`);
  expect((await ask(place.slice(addresses.site.length))).status).toBe(200);
});

test('shows the remaining endpoints of a listing on its further pages', async () => {
  const text = await (await ask('/apis/large.example/endpoints/2/', accept('text/markdown'))).text();
  expect(text).toMatch(/^# Endpoints of .+, page 2 of 2\n/);
  expect(text.match(/^### .*/gm)).toEqual(
    Array.from({ length: 10 }, (_, at) => `### \`GET https://large.example/v1/tides/${at + 50}\``),
  );
});

describe('the home page', () => {
  test.each([
    ['text/markdown', MARKDOWN],
    ['text/html', HTML],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
  ])('returns, for Accept: %s, the type %s with Link headers', async (type, expected) => {
    const response = await ask('/', accept(type));
    expect(response.headers.get('Content-Type')).toBe(expected);
    expect(response.headers.get('Vary')).toContain('Accept');
    const links = response.headers.get('Link') ?? '';
    for (const [relation, target] of [
      ['api-catalog', API_CATALOG_PATH],
      ['service-desc', '/openapi.json'],
      ['service-doc', '/docs/api/'],
      ['describedby', '/llms.txt'],
      ['ard', '/.well-known/ard.json'],
      ['alternate', '/index.md'],
    ] as const) {
      expect(links).toContain(`<https://registry.example${target}>; rel="${relation}"`);
      expect((await ask(target)).status, target).toBe(200);
    }
  });
});

describe('lists', () => {
  test('use the page size of the site and contain all listings', async () => {
    const found: string[] = [];
    for (let page = '/apis/index.md'; ; ) {
      const text = await (await ask(page)).text();
      const ids = Array.from(text.matchAll(/\/apis\/(api-[^/]+)\/index\.md/g), ([, id = '']) => id);
      expect(ids.length).toBeLessThanOrEqual(PAGE_SIZE);
      found.push(...ids);
      const next = /\[Next page\]\(https:\/\/registry\.example([^)]+)\)/.exec(text)?.[1];
      if (next === undefined) break;
      page = next;
    }
    expect(new Set(found).size).toBe(205);
    expect(found).toHaveLength(205);
  });

  test('state that an empty registry has no listings', async () => {
    const empty = appOver(createMemoryCatalog([]));
    expect(await (await empty('/apis/index.md')).text()).toContain('No APIs in this list yet.');
    expect(await (await empty('/index.md')).text()).toContain('No APIs are listed yet.');
  });
});

test('has a Markdown version, or a documented reason for none, for each page', async () => {
  const twins = new Set<string>();
  for await (const twin of allTwins()) twins.add(twin.replace(/index\.md$/, ''));
  // The site generates the other Markdown versions of the documentation.
  const converted = [...CONVERTED, '/collections/weather/', '/publishers/open-meteo.com/'];
  expect(converted.every(isConvertedPage)).toBe(true);
  const known = [...twins, ...DOCUMENTATION.map(page => page.path), ...converted];
  const pages: string[] = [];
  for await (const file of glob('**/*.astro', { cwd: path.resolve('src/site/pages') })) pages.push(file);
  expect(pages.length).toBeGreaterThan(4);
  for (const file of pages)
    expect(
      known.some(each => routeOf(file).test(each)),
      file,
    ).toBe(hasMarkdownVersion(sampleOf(file)));
  const samples = new Set(pages.map(sampleOf));
  const unknown = Object.keys(PAGES_WITHOUT_MARKDOWN).filter(page => !samples.has(page.replace('*', '')));
  expect(unknown).toEqual([]);
});

test('links only to Markdown versions that exist', async () => {
  const linkOf = async (page: string) => (await ask(page, accept('text/html'))).headers.get('Link');
  expect(await linkOf('/compare/')).toBeNull();
  expect(await linkOf('/apis/api-1.example/')).toContain('/apis/api-1.example/index.md>; rel="alternate"');
});

async function* allTwins(): AsyncGenerator<string> {
  yield* listMarkdownPaths();
  for await (const { path } of listFiles(catalog, addresses)) if (path.endsWith(MARKDOWN_INDEX)) yield path;
  yield '/apis/api-1.example/index.md';
  yield '/apis/large.example/endpoints/2/index.md';
}

/** Returns a path that an Astro page file serves. */
function sampleOf(file: string): string {
  return `/${file}`.replace(/(\/index)?\.astro$/, '/').replace(/\[[^\]]+\]/g, 'sample');
}

/** Returns a pattern for the paths that an Astro page file serves. */
function routeOf(file: string): RegExp {
  const route = `/${file}`
    .replace(/(\/index)?\.astro$/, '/')
    .replace(/\/\[\.\.\.\w+\]/g, '(/[^/]+)*')
    .replace(/\[\w+\]/g, '[^/]+');
  return new RegExp(`^${route}$`);
}

test('serves all Markdown versions with working links', async () => {
  const all = appOver(catalog);
  let count = 0;
  for await (const twin of allTwins()) {
    const response = await all(twin);
    expect([response.status, response.headers.get('Content-Type')], twin).toEqual([200, MARKDOWN]);
    for (const [, target = ''] of (await response.text()).matchAll(/\]\((https:\/\/registry\.example[^)]+)\)/g)) {
      const place = target.slice(addresses.site.length);
      if (!place.startsWith('/schemas/') && !place.includes('{id}'))
        expect((await all(place)).status, target).toBe(200);
    }
    count++;
  }
  expect(count).toBeGreaterThan(40);
});
