import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileAssets } from '#build/catalog/file-assets.ts';
import { sampleListing } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { createExamplePublisher, type ExamplePublisher } from '#scripts/example-publisher/publisher.ts';
import { freePort } from '#server/http/ports.ts';
import { type RunningServer, serveApp } from '#server/http/server.ts';
import { createApp } from '../../app.ts';
import { createMemoryCatalog, numberedListings } from '../../catalog/catalog.fixture.ts';
import { addressesFrom } from '../../config.ts';
import type { Task } from './agent.fixture.ts';
import { byApiCatalog, byArd, byLlmsTxt, byMcp, byOpenApi, bySitemap, bySkills } from './scenarios.fixture.ts';

let publisher: ExamplePublisher;
let registry: RunningServer;
let task: Task;

beforeAll(async () => {
  publisher = await createExamplePublisher();
  const manifest = await (await fetch(publisher.origin + MANIFEST_PATH)).json();
  const port = await freePort('127.0.0.1');
  const addresses = addressesFrom({}, `http://127.0.0.1:${port}`);
  const listings = [...numberedListings(20), sampleListing(publisher.origin, manifest)];
  const catalog = createMemoryCatalog(listings, addresses);
  registry = await serveApp(
    createApp({ addresses, catalog: () => catalog, assets: await fileAssets('public') }),
    '127.0.0.1',
    port,
  );
  task = {
    base: registry.address,
    words: 'sunrise sunset',
    values: { latitude: '51.5', longitude: '-0.13', date: '2026-06-21' },
  };
});

afterAll(async () => {
  await registry.close();
  await publisher.close();
});

test.each([
  ['llms.txt', byLlmsTxt],
  ['the sitemap', bySitemap],
  ['the API catalog', byApiCatalog],
  ['skills', bySkills],
  ['OpenAPI', byOpenApi],
  ['agentic resources', byArd],
  ['the MCP server', byMcp],
] as const)('leads from the base URL through %s to a correct request', async (_, walk) => {
  const { method, url } = await walk(task);
  expect(new URL(url).origin).toBe(publisher.origin);
  const response = await fetch(url, { method });
  expect(response.status, url).toBe(200);
  const answer = await response.json();
  expect(answer.sunrise).toContain('2026-06-21T03:4');
  expect(publisher.requests.at(-1)).toBe(`GET ${url.slice(publisher.origin.length)}`);
});
