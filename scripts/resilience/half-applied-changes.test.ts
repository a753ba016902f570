import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordPath } from '#listing/listing-record.ts';
import { readRecord } from '#store/record-files.ts';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import { createGit } from '#submission/git/git.ts';
import {
  decided,
  originOfServer,
  submitted,
  type TestRegistry,
  testRegistry,
} from '#submission/local/local-registry.fixture.ts';
import type { LocalRegistry } from '#submission/local/local-registry.ts';

const TIDES = 'https://tides.example.com';
const ID = 'tides.example.com';

let world: TestRegistry;
let registry: LocalRegistry;
let file: string;
beforeEach(async () => {
  world = await testRegistry();
  world.served.set(TIDES, { version: '1.0.0' });
  registry = await world.open();
  await submitted(registry, TIDES);
  file = path.join(registry.directories.registry, 'listings', recordPath(ID));
});
afterEach(() => world.remove());

/** Makes writes of the record to the work tree fail, without an effect on git. */
const draft = () => `${file}.${process.pid}.draft`;

/** Submits version 1.1.0. Its commit succeeds, but its record cannot be written. */
async function halfApplied(): Promise<string> {
  await mkdir(draft());
  world.served.set(TIDES, { version: '1.1.0' });
  const { submission_id } = await registry.submissions.submit(originOfServer(TIDES), {});
  await expect.poll(() => world.faults.length).toBe(1);
  expect(await committed()).toBe('1.1.0');
  return submission_id;
}

test('announces a committed change only after it is written', async () => {
  const id = await halfApplied();
  expect(await registry.submissions.status(id)).toMatchObject({ status: 'validating' });
  expect(world.told.map(({ record }) => record.manifest.version)).toEqual(['1.0.0']);

  // Other submissions are not affected.
  world.served.set('https://other.example.com', {});
  expect(await submitted(registry, 'https://other.example.com')).toMatchObject({ status: 'approved' });

  await removeFolder(draft());
  expect(await decided(registry, id)).toMatchObject({ status: 'approved', outcome: 'updated' });
  expect(await written()).toBe('1.1.0');
  expect(world.told.at(-1)?.record.manifest.version).toBe('1.1.0');
});

test('shows a change that was never written after a restart', async () => {
  const id = await halfApplied();
  await registry.close();
  registry = await world.open();
  expect(await decided(registry, id)).toMatchObject({ status: 'approved', outcome: 'updated' });
  expect(await written()).toBe('1.1.0');
});

test('decides from the committed record instead of the work tree', async () => {
  await rm(file);
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'unchanged' });
  await writeFile(file, '{');
  world.served.set(TIDES, { version: '1.1.0' });
  expect(await submitted(registry, TIDES)).toMatchObject({ status: 'approved', outcome: 'updated' });
  expect(await written()).toBe('1.1.0');
});

test('decides the rest of a batch if the observation of one submission cannot be written', async () => {
  const observation = path.join(registry.directories.observations, recordPath('broken.example.com'));
  await mkdir(observation, { recursive: true });
  const urls = ['https://broken.example.com', 'https://one.example.com', 'https://two.example.com'];
  for (const url of urls) world.served.set(url, { name: url });
  const states = await Promise.all(urls.map(url => submitted(registry, url)));
  expect(states).toMatchObject([
    { status: 'rejected', retryable: true },
    { status: 'approved' },
    { status: 'approved' },
  ]);
  expect(await git('ls-tree', '-r', '--name-only', 'main')).not.toContain('broken');
});

async function committed(): Promise<unknown> {
  return JSON.parse(await git('show', `main:listings/${recordPath(ID)}`)).manifest.version;
}

async function written(): Promise<unknown> {
  const record = await readRecord(registry.directories.registry, ID);
  return record?.ok ? record.value.manifest.version : undefined;
}

async function git(...args: string[]): Promise<string> {
  return String(await createGit(path.join(registry.directories.registry, '.git')).run(args));
}
