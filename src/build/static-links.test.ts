import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { readHeaderRules } from '#edge/middleware/header-rules.ts';
import { hasNginx, type RunningNginx, runNginx } from '#scripts/resilience/nginx.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { LiveCatalog } from './catalog/live-catalog.ts';
import { rowsInMemory } from './parts/list-engine.fixture.ts';
import { listEngine } from './parts/list-engine.ts';
import { writeStaticFiles } from './static-files.fixture.ts';

const REGISTRY = 'https://registry.example';
const { addresses } = loadConfig({ REGISTRY_URL: REGISTRY });

/** The media types that every file server knows, by extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.html': 'text/html',
  '.ndjson': 'application/x-ndjson',
};

/** URLs that need the application, or a page of the site, which this build omits; each with its reason. */
const OTHERS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^\/(validator|mcp)$/, 'the base URL of a service that needs the application'],
  [/^\/(validator\/validate|validate|listings\/submit)$/, 'an operation that needs the application'],
  [/^\/?$/, 'the base URL of the registry'],
  [
    /^\/(docs|categories|primary|collections|publish|apis|probes|privacy|terms|about)\/([^?]*\/)?$/,
    'a page of the site',
  ],
  [/^\/publish\/\?url=/, 'a page of the site that reads its query in the browser'],
  [/^\/schemas\//, 'a file of the site'],
  [/^\/\.well-known\/api-catalog$/, 'a path of RFC 9727, without an extension'],
];

/** The file servers of these tests by name. */
const SERVERS = ['a minimal file server', ...(hasNginx ? ['nginx with deploy/nginx-static.conf'] : [])];

let folder: string;
let files: readonly string[];
let nginx: RunningNginx | undefined;
const origins = new Map<string, string>();
const server = createServer((request, response) => {
  const file = path.join(folder, decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname));
  stat(file).then(
    found => {
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      response.writeHead(found.isFile() ? 200 : 404, { 'Content-Type': type });
      if (found.isFile() && request.method !== 'HEAD') createReadStream(file).pipe(response);
      else response.end();
    },
    () => response.writeHead(404).end(),
  );
});

beforeAll(async () => {
  folder = await makeTemporaryFolder('static-links-');
  const live = new LiveCatalog({ registry: 'registry' }, addresses);
  await live.load();
  const listed = live.entries();
  await writeStaticFiles(folder, live.over(listEngine(rowsInMemory(listed))), listed, addresses);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  files = names.filter(each => each.isFile()).map(each => path.relative(folder, path.join(each.parentPath, each.name)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const [minimal = '', other] = SERVERS;
  origins.set(minimal, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  if (other === undefined) return;
  nginx = await runNginx('nginx-static.conf', { '/var/www/registry': folder });
  origins.set(other, `http://127.0.0.1:${nginx.plainPort}`);
});

afterAll(async () => {
  await nginx?.close();
  await new Promise(resolve => server.close(resolve));
  await removeFolder(folder);
});

describe.each(SERVERS)('the links of static documents on %s', name => {
  const getOrigin = () => origins.get(name) ?? '';

  test('lead to files with the right content type', async () => {
    const links = await readLinks();
    const origin = getOrigin();
    const rules = readHeaderRules(await readFile('public/_headers', 'utf8'));
    expect(links.size).toBeGreaterThan(500);
    const broken: string[] = [];
    for (const [link, from] of links) {
      if (OTHERS.some(([pattern]) => pattern.test(link))) continue;
      const response = await fetch(origin + link, { method: 'HEAD' });
      const type = response.headers.get('Content-Type') ?? '';
      // A minimal server knows types by extension; the configuration for nginx has all types of `_headers`.
      const expected = name === SERVERS[0] ? TYPES[path.extname(link)] : new Map(rules(link)).get('Content-Type');
      if (response.status !== 200 || type !== expected)
        broken.push(`${from} links to ${link}: ${response.status} ${response.headers.get('Content-Type')}`);
    }
    expect(broken.slice(0, 20)).toEqual([]);
  });

  test('have no query string, except the link of a claim, which a page reads in the browser', async () => {
    const withQuery = [...(await readLinks())].filter(([link]) => link.includes('?') && !link.startsWith('/publish/?'));
    expect(withQuery).toEqual([]);
  });

  test('include links.self of each listing, which has the listing', async () => {
    const { data } = JSON.parse(await readFile(path.join(folder, 'listings.json'), 'utf8'));
    for (const { id, links } of data.listings) {
      const response = await fetch(links.self.replace(REGISTRY, getOrigin()));
      expect((await response.json()).data.id).toBe(id);
    }
  });

  test('lead from the first page through all listings', async () => {
    const seen: string[] = [];
    for (let next: string | null = `${REGISTRY}/listings.json`; next !== null; ) {
      const { meta, data } = await (await fetch(next.replace(REGISTRY, getOrigin()))).json();
      expect(meta.query.unfiltered).toBe(true);
      seen.push(...data.listings.map((row: { id: string }) => row.id));
      next = meta.links.next;
      if (next === null) expect(seen).toHaveLength(data.total);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe.skipIf(!hasNginx)('nginx with deploy/nginx-static.conf', () => {
  test('compresses JSON, and does not serve the file with the headers', async () => {
    const origin = origins.get(SERVERS[1] ?? '');
    const response = await fetch(`${origin}/listings.json`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect([response.headers.get('Content-Encoding'), response.headers.get('Vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ]);
    expect(await response.json()).toEqual(JSON.parse(await readFile(path.join(folder, 'listings.json'), 'utf8')));
    expect((await fetch(`${origin}/_headers`)).status).toBe(404);
  });

  test('makes browsers revalidate pages', async () => {
    const origin = origins.get(SERVERS[1] ?? '');
    await mkdir(path.join(folder, 'page'));
    await writeFile(path.join(folder, 'page/index.html'), '<h1>Page</h1>');
    const policyOf = async (file: string) => (await fetch(origin + file)).headers.get('Cache-Control');
    expect(await policyOf('/page/')).toBe('public, no-cache');
    expect(await policyOf('/listings.json')).toMatch(/^public, max-age=60/);
  });
});

/** Returns the path of each link to the registry in the JSON documents, with a document that has it. */
async function readLinks(): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  for (const file of files) {
    // The index is a cache for the application, the description has URL templates, and manifests are publisher text.
    if (!file.endsWith('.json') || /^(index|export)\/|^openapi\.json$/.test(file)) continue;
    collect(JSON.parse(await readFile(path.join(folder, file), 'utf8')), link => links.set(link, file));
  }
  return links;
}

function collect(value: unknown, found: (link: string) => void, name = ''): void {
  if (typeof value === 'string') {
    const isUrl = value.startsWith(`${REGISTRY}/`) && /^[^\s{}]+$/.test(value);
    if (isUrl) found(value.slice(REGISTRY.length).replace(/#.*$/, ''));
    return;
  }
  if (typeof value !== 'object' || value === null || name === 'manifest') return;
  for (const [member, each] of Object.entries(value)) collect(each, found, member);
}
