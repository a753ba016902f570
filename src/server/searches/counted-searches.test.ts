import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '#edge/config.ts';
import { MISSING_SEARCHES_FILE } from '#store/missing-searches.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { freePort } from '../http/ports.ts';
import { type RunningRegistry, runRegistry } from '../run-registry.ts';

const MINUTE = 60_000;

let folder: string;
let registry: RunningRegistry;
let time: number;

beforeEach(async () => {
  folder = await makeTemporaryFolder('counted-searches-');
  await mkdir(path.join(folder, 'registry'));
  time = Date.UTC(2026, 10, 23, 8);
  vi.spyOn(Date, 'now').mockImplementation(() => time);
});

afterEach(async () => {
  await registry.close();
  vi.restoreAllMocks();
  await removeFolder(folder);
});

const dataDir = () => path.join(folder, 'data');

async function run(settings: Readonly<Record<string, string>>): Promise<RunningRegistry> {
  const directories = { DATA_DIR: dataDir(), REGISTRY_DIR: path.join(folder, 'registry') };
  const port = String(await freePort('127.0.0.1'));
  return runRegistry(
    loadConfig({ PORT: port, REVALIDATE: 'off', SELF_LISTING: 'off', ...directories, ...settings }),
    false,
  );
}

/** Searches with pauses of two minutes, because a term counts once a minute. */
async function search(...texts: readonly string[]): Promise<void> {
  for (const q of texts) {
    const response = await fetch(`${registry.address}/listings?${new URLSearchParams({ q })}`);
    expect((await response.json()).meta.match).toBe('none');
    time += 2 * MINUTE;
  }
}

test('counts no searches by default', async () => {
  registry = await run({});
  await search(...Array(6).fill('horoscope'));
  await registry.close();
  expect(await readdir(dataDir())).not.toContain(MISSING_SEARCHES_FILE);
});

test('writes the terms of at least five searches, and nothing else', async () => {
  registry = await run({ MISSING_SEARCHES: 'on' });
  await search(
    'Horoscope',
    'a horoscope, please',
    'horoscope for jane.doe@example.com',
    'my horoscope +49 30 1234567',
    'horoscope',
    ...Array(4).fill('tarot'),
  );
  await registry.close();
  const written = await readFile(path.join(dataDir(), MISSING_SEARCHES_FILE), 'utf8');
  expect(JSON.parse(written)).toEqual({ days: { '2026-11-23': { horoscope: 5 } } });
});
