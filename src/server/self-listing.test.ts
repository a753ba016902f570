import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { freePort } from './http/ports.ts';
import { type RunningRegistry, runRegistry } from './run-registry.ts';

let folder: string;
let registry: RunningRegistry;

beforeEach(async () => {
  folder = await makeTemporaryFolder('self-listing-');
  await mkdir(path.join(folder, 'registry'));
});

afterEach(async () => {
  await registry.close();
  await removeFolder(folder);
});

async function run(settings: Readonly<Record<string, string>>): Promise<RunningRegistry> {
  const directories = { DATA_DIR: path.join(folder, 'data'), REGISTRY_DIR: path.join(folder, 'registry') };
  const port = String(await freePort('127.0.0.1'));
  return runRegistry(loadConfig({ PORT: port, REVALIDATE: 'off', ...directories, ...settings }), false);
}

async function read(route: string) {
  return (await (await fetch(registry.address + route)).json()).data;
}

test('lists the registry as verified, with honest authentication and payment', async () => {
  registry = await run({});
  const id = new URL(registry.address).host.replace(':', '_');
  await expect.poll(async () => (await read('/listings')).count).toBe(1);
  expect(await read(`/listings/${id}`)).toMatchObject({
    id,
    status: 'verified',
    source: 'publisher',
    auth_required: false,
    payment_model: null,
    costs_nothing: true,
    // A local registry uses http.
    observed: { warnings: [{ code: 'not_https' }] },
    report: { passed: true, endpoints_reachable: true },
  });
  for (const route of ['/agents', '/validator/agents'])
    expect((await read(route)).example_api.url, route).toBe(`${registry.address}/listings/${id}.json`);
  expect(await read('/health')).toMatchObject({ status: 'healthy' });
});

test('reports in /health that the public URL cannot be reached', async () => {
  // The URL belongs to no host (RFC 2606), so the check of the origin fails.
  registry = await run({ REGISTRY_URL: 'https://registry.invalid', CLIENT_HEADER: 'X-Real-IP', REVALIDATE: '1s' });
  const health = async () => {
    const headers = { Host: 'registry.invalid' };
    return (await (await fetch(`${registry.address}/health`, { headers })).json()).data;
  };
  await expect.poll(async () => (await health()).problems?.join()).toMatch(/cannot list itself/);
  expect((await health()).status).toBe('degraded');
});

test('does nothing if it is turned off', async () => {
  registry = await run({ SELF_LISTING: 'off' });
  expect((await read('/listings')).count).toBe(0);
  expect(await read('/health')).toMatchObject({ status: 'healthy', listings: 0 });
});
