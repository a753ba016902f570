import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';

const started: ChildProcess[] = [];
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(started.map(stopProcess));
  await Promise.all(folders.map(folder => removeFolder(folder)));
});

test.concurrent('builds and serves a registry: JSON, pages, and schemas', async () => {
  const { address } = await startOver(await registryOf('https://one.example', 'https://two.example:8443'));
  const listings = await (await fetch(`${address}/listings`)).json();
  expect(listings.data.listings.map((row: { id: string }) => row.id)).toEqual(['one.example', 'two.example_8443']);
  expect(listings.data.listings[0].links.self).toBe(`${address}/listings/one.example.json`);

  const home = await fetch(address, { headers: { Accept: 'text/html' } });
  expect(await home.text()).toContain('Tide tables');
  const again = await fetch(address, { headers: { Accept: 'text/html' } });
  expect(again.headers.get('Vary')).toBe(home.headers.get('Vary'));
  const page = await fetch(listings.data.listings[1].links.html);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('two.example:8443');

  for (const version of ['v0.3', 'v0.2']) {
    const schema = await fetch(`${address}/schemas/${version}/manifest.json`);
    expect(schema.headers.get('Content-Type')).toBe('application/schema+json');
    expect((await schema.json()).$id).toContain(`/schemas/${version}/manifest.json`);
  }
  const long = await fetch(`${address}/listings?q=${'a'.repeat(20_000)}`);
  expect([long.status, long.headers.get('Content-Type')]).toEqual([414, 'application/problem+json']);
  expect((await fetch(`${address}/../package.json`)).status).toBe(404);
  expect((await fetch(`${address}/%2e%2e%2f%2e%2e%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`${address}/_headers`)).status).toBe(404);
});

test.concurrent('serves an empty registry', async () => {
  const { address } = await startOver(await folder());
  expect(await (await fetch(`${address}/listings`)).json()).toMatchObject({ data: { total: 0, listings: [] } });
  expect((await fetch(address, { headers: { Accept: 'text/html' } })).status).toBe(200);
});

test.concurrent('stops at a broken record and names the file, pointer, and rule', async () => {
  const registry = await registryWithBroken();
  const { code, errors } = await run(registry);
  expect(code).toBe(2);
  expect(errors).toContain(`${recordPath('broken.example')}: /manifest/name: `);
  expect(errors).toContain('skip them with --skip-invalid');
});

test.concurrent('skips a broken record with --skip-invalid', async () => {
  const { address } = await startOver(await registryWithBroken(), '--skip-invalid');
  expect(await (await fetch(`${address}/listings`)).json()).toMatchObject({ data: { total: 1 } });
});

test.concurrent('reports an invalid setting', async () => {
  const { code, errors } = await run(await folder(), { PORT: 'http' });
  expect([code, errors]).toEqual([2, expect.stringContaining('PORT is "http"')]);
});

async function folder(): Promise<string> {
  const made = await makeTemporaryFolder('registry-start-');
  folders.push(made);
  return made;
}

async function registryOf(...origins: readonly string[]): Promise<string> {
  const registry = await folder();
  for (const origin of origins) await writeRecord(registry, sampleRecord(origin));
  return registry;
}

async function registryWithBroken(): Promise<string> {
  const registry = await registryOf('https://fine.example', 'https://broken.example');
  const record = sampleRecord('https://broken.example', { name: 'Ab' });
  await writeFile(path.join(registry, 'listings', recordPath(record.id)), JSON.stringify(record));
  return registry;
}

async function spawned(
  registry: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    REGISTRY_DIR: registry,
    DATA_DIR: await folder(),
    PORT: '0',
    SELF_LISTING: 'off',
    REVALIDATE: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, ['scripts/start.ts', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

async function startOver(registry: string, ...args: readonly string[]): Promise<{ address: string }> {
  const child = await spawned(registry, args, {});
  const output = textOf(child);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const ready = /ready at (http:\S+)/.exec(output());
      if (ready?.[1]) resolve({ address: ready[1] });
    });
    child.once('close', code => reject(new Error(`ended with ${code}: ${output()}`)));
  });
}

async function run(
  registry: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; errors: string }> {
  const child = await spawned(registry, [], settings);
  const output = textOf(child);
  return new Promise(resolve => child.once('close', code => resolve({ code, errors: output() })));
}

function textOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (text += chunk));
  return () => text;
}
