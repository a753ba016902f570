import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { freePort } from './http/ports.ts';
import { runRegistry } from './run-registry.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('cold-start-');
});
afterEach(() => removeFolder(folder));

const BUILDING = 'The pages are being built for the first time. Until then, requests for them return 503.';
const HTML = { headers: { Accept: 'text/html' } };

/** Starts a registry with one listing. */
async function start() {
  const directories = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  await writeRecord(directories.REGISTRY_DIR, sampleRecord('https://tides.example'));
  const port = String(await freePort('127.0.0.1'));
  const settings = { PORT: port, REVALIDATE: 'off', SELF_LISTING: 'off', ...directories };
  const stop = new AbortController();
  const listening = Promise.withResolvers<string>();
  const running = runRegistry(loadConfig(settings), false, stop.signal, listening.resolve);
  running.catch(listening.reject);
  return { running, stop, address: await listening.promise };
}

describe('a registry whose pages are being built', () => {
  test('serves its API, and 503 with Retry-After for pages until they are built', async () => {
    const { running, address } = await start();
    const page = await fetch(`${address}/apis/tides.example/`, HTML);
    expect(page.status).toBe(503);
    expect(page.headers.get('Retry-After')).toBe('5');
    expect(await page.json()).toMatchObject({ detail: expect.stringContaining('being built') });
    expect((await (await fetch(`${address}/listings`)).json()).data.count).toBe(1);
    expect((await fetch(`${address}/.well-known/api-registry-keys.json`)).status).toBe(503);
    expect((await (await fetch(`${address}/health`)).json()).data).toMatchObject({
      status: 'degraded',
      problems: [BUILDING],
    });
    for (const path of ['/collections/weather', '/collections/weather/feed.xml', '/api-catalogs/weather.json'])
      expect((await fetch(address + path)).status, path).toBe(200);

    const registry = await running;
    expect((await fetch(`${address}/apis/tides.example/`, HTML)).status).toBe(200);
    expect((await (await fetch(`${address}/health`)).json()).data).toMatchObject({ status: 'healthy' });
    await registry.close();
  });

  test('can be stopped, and frees its port', async () => {
    const { running, stop, address } = await start();
    stop.abort();
    await expect(running).rejects.toThrow();
    await expect(fetch(`${address}/health`)).rejects.toThrow();
  });
});
