import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addresses } from '#edge/catalogue.fixture.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { originOf } from '#listing/origin.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { writeRecord } from '#store/record-files.ts';
import { gitAt, run } from '#submission/git/git.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';
import { seenOrigin } from '#submission/seen-origin.fixture.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'));
  await writeRecord(at('seed'), sampleRecord('https://seeded.example'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a data directory that was copied while the server was stopped is the registry again, elsewhere', async () => {
  const registry = await opened('data');
  const ids = [await submitted(registry, 'one'), await submitted(registry, 'two')];
  await registry.close();
  await cp(at('data'), at('restored'), { recursive: true });
  await rm(at('data'), { recursive: true });

  const restored = await opened('restored');
  for (const id of ids) expect(await restored.submissions.status(id)).toMatchObject({ status: 'approved' });
  expect(restored.broughtIn).toBe(0);
  expect(await statuses(restored)).toEqual({
    'one.example': 'verified',
    'seeded.example': 'unverified',
    'two.example': 'verified',
  });
  await submitted(restored, 'three');
  await restored.close();
});

test('a mirror of the repository, taken while it was written to, is a sound copy of the records', async () => {
  const registry = await opened('data');
  await submitted(registry, 'one');
  const later = Promise.all(['two', 'three', 'four', 'five'].map(name => submitted(registry, name)));
  await run(['clone', '--quiet', '--mirror', at('data/repository'), at('backup.git')]);
  await later;
  await registry.close();
  await rm(at('data'), { recursive: true });
  expect(String(await gitAt(at('backup.git')).run(['fsck', '--strict', '--no-dangling']))).toBe('');

  await mkdir(at('restored'));
  await run(['clone', '--quiet', at('backup.git'), at('restored/repository')]);
  const restored = await opened('restored');
  // What was observed is not in it, and is observed anew.
  expect(await statuses(restored)).toMatchObject({ 'one.example': 'unverified', 'seeded.example': 'unverified' });
  await submitted(restored, 'one');
  expect(await statuses(restored)).toMatchObject({ 'one.example': 'verified' });
  await restored.close();
});

function opened(name: string): Promise<LocalRegistry> {
  return openLocalRegistry({
    dataDir: at(name),
    registryDir: at('seed'),
    local: false,
    verify: async ({ url }) => seenOrigin(url, sampleManifest({ name: `API at ${url}` })),
    onListing: () => undefined,
    onBroken: unexpected,
    onFault: unexpected,
  });
}

async function submitted({ submissions }: LocalRegistry, name: string): Promise<string> {
  const result = originOf(`https://${name}.example`);
  if (!result.ok) throw new Error(result.reason);
  const { submission_id } = await submissions.submit(result.origin, {});
  const status = async () => (await submissions.status(submission_id))?.status;
  await expect.poll(status, { interval: 5 }).toBe('approved');
  return submission_id;
}

async function statuses({ directories }: LocalRegistry): Promise<Readonly<Record<string, string>>> {
  const catalogue = new LiveCatalogue(directories, addresses);
  expect(await catalogue.load()).toEqual([]);
  catalogue.close();
  return Object.fromEntries(catalogue.entries().map(({ row }) => [row.id, row.status]));
}

function unexpected(fault: unknown): never {
  throw fault;
}
