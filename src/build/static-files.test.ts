import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '#edge/app.ts';
import { loadConfig } from '#edge/config.ts';
import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { DEFAULT_LIMIT } from '#query/query.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { LiveCatalog } from './catalog/live-catalog.ts';
import { rowsInMemory } from './parts/list-engine.fixture.ts';
import { listEngine } from './parts/list-engine.ts';
import { writeStaticFiles } from './static-files.fixture.ts';

const { addresses } = loadConfig({ REGISTRY_URL: 'https://registry.example' });
let folder: string;
let app: App;
let files: string[];

beforeAll(async () => {
  folder = await makeTemporaryFolder('static-files-');
  const live = new LiveCatalog({ registry: 'registry' }, addresses);
  await live.load();
  const listed = live.entries();
  await writeStaticFiles(folder, live.over(listEngine(rowsInMemory(listed))), listed, addresses);
  const catalog = await live.current();
  app = createApp({ addresses, catalog: () => catalog, assets: { fetch: async () => undefined } });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)));
});
afterAll(() => removeFolder(folder));

/**
 * Returns the request that a file corresponds to, or undefined for files without one: the export and the search index.
 */
function requestOf(file: string): string | undefined {
  if (/^(export|index)\//.test(file) || file === PUBLIC_KEYS.slice(1)) return undefined;
  const facet = /^listings\/by\/([^/]+)\/([^/]+)\/(\d+)\.json$/.exec(file);
  if (facet) {
    const [, parameter = '', value = '', page] = facet;
    const offset = (Number(page) - 1) * DEFAULT_LIMIT;
    return `/listings?${new URLSearchParams({ [parameter]: value, ...(offset > 0 && { offset: String(offset) }) })}`;
  }
  const whole = /^listings\/pages\/(\d+)\.json$/.exec(file);
  if (whole) return `/listings?offset=${(Number(whole[1]) - 1) * DEFAULT_LIMIT}`;
  if (/^listings\/[^/]+\/manifest\.json$/.test(file)) return `/${file}`;
  const isTwin = /^(listings\/.+|(listings|facets|categories|agents|health|validator|(validator|site)\/agents))\.json$/;
  return `/${isTwin.test(file) ? file.replace(/\.json$/, '') : file}`;
}

test('writes the same bytes as the API returns for the real registry', async () => {
  let compared = 0;
  for (const file of files) {
    const request = requestOf(file);
    // The live response includes the age of its data, and the file does not.
    if (request === undefined || request === '/health') continue;
    const url = addresses.registry + request.split('/').map(encodeName).join('/');
    const response = await app.fetch(new Request(url));
    expect(response.status, request).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(await readFile(path.join(folder, file))), request).toBe(true);
    compared++;
  }
  expect(compared).toBeGreaterThan(400);
  expect(files.filter(file => file.startsWith('listings/by/')).length).toBeGreaterThan(50);
});

function encodeName(name: string): string {
  return name.includes('?') ? name : encodeURIComponent(name);
}
