import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { writeRecord } from '#store/record-files.ts';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import { createGit, run } from '#submission/git/git.ts';
import { submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import type { LocalRegistry } from '#submission/local/local-registry.ts';

const NUMBERS = ['one', 'two', 'three', 'four', 'five'].map(name => `https://${name}.example`);
const [ONE = '', TWO = '', THREE = '', ...OTHERS] = NUMBERS;

let world: TestRegistry;
const at = (name: string) => path.join(world.folder, name);

beforeEach(async () => {
  world = await testRegistry();
  await writeRecord(world.registryDir, sampleRecord('https://seeded.example'));
  for (const address of NUMBERS) world.served.set(address, { name: `API at ${address}` });
});
afterEach(async () => {
  expect([world.faults, world.broken]).toEqual([[], []]);
  await world.remove();
});

test('restores a registry from a copy of the data directory of a stopped server', async () => {
  const registry = await world.open();
  const states = [await submitted(registry, ONE), await submitted(registry, TWO)];
  await registry.close();
  await cp(world.dataDir, at('restored'), { recursive: true });
  await removeFolder(world.dataDir);

  const restored = await world.open({ dataDir: at('restored') });
  for (const state of states) expect(await restored.submissions.status(state.submission_id)).toEqual(state);
  expect(restored.importedRecords).toBe(0);
  expect(await statuses(restored)).toEqual({
    'one.example': 'verified',
    'seeded.example': 'unverified',
    'two.example': 'verified',
  });
  expect(await submitted(restored, THREE)).toMatchObject({ status: 'approved' });
});

test('restores the records from a mirror of the repository that was cloned during writes', async () => {
  const registry = await world.open();
  await submitted(registry, ONE);
  const later = Promise.all([TWO, THREE, ...OTHERS].map(address => submitted(registry, address)));
  await run(['clone', '--quiet', '--mirror', path.join(world.dataDir, 'repository'), at('backup.git')]);
  await later;
  await registry.close();
  await removeFolder(world.dataDir);
  expect(String(await createGit(at('backup.git')).run(['fsck', '--strict', '--no-dangling']))).toBe('');

  await mkdir(at('restored'));
  await run(['clone', '--quiet', at('backup.git'), at('restored/repository')]);
  const restored = await world.open({ dataDir: at('restored') });
  // The mirror contains no observations, so checks run again.
  expect(await statuses(restored)).toMatchObject({ 'one.example': 'unverified', 'seeded.example': 'unverified' });
  await submitted(restored, ONE);
  expect(await statuses(restored)).toMatchObject({ 'one.example': 'verified' });
});

async function statuses({ directories }: LocalRegistry): Promise<Readonly<Record<string, string>>> {
  const catalog = new LiveCatalog(directories, addresses);
  expect(await catalog.load()).toEqual([]);
  catalog.close();
  return Object.fromEntries(catalog.entries().map(({ row }) => [row.id, row.status]));
}
