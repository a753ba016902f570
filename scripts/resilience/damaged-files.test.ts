import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import type { Origin } from '#listing/origin.ts';
import { writeRecord } from '#store/record-files.ts';
import { createGit } from '#submission/git/git.ts';
import { setAsideDamaged } from '#submission/local/damaged-observations.ts';
import { submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import { createOriginCheck } from '#submission/origin-check.fixture.ts';

const DAY = 86_400_000;

/** The folders of a registry with an imported record and an accepted submission. Each test damages a copy. */
let undamaged: TestRegistry;
let world: TestRegistry;

beforeAll(async () => {
  undamaged = await testRegistry();
  await writeRecord(undamaged.registryDir, sampleRecord('https://seeded.example'));
  undamaged.served.set('https://submitted.example', { name: 'The submitted API' });
  const registry = await undamaged.open();
  await submitted(registry, 'https://submitted.example');
  await registry.close();
  expect([undamaged.faults, undamaged.broken]).toEqual([[], []]);
});

afterAll(() => undamaged.remove());

beforeEach(async () => {
  world = await testRegistry();
  await cp(undamaged.folder, world.folder, { recursive: true });
  for (const name of ['submitted', 'another']) world.served.set(`https://${name}.example`, { name: `The ${name} API` });
});

afterEach(async () => {
  expect([world.faults, world.broken]).toEqual([[], []]);
  await world.remove();
});

const DAMAGE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'is cut off': bytes => bytes.subarray(0, bytes.length / 2),
  'is empty': () => Buffer.alloc(0),
  'has a flipped bit': bytes => {
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    return bytes;
  },
  'is other bytes': bytes => Buffer.alloc(bytes.length, 'x'),
};

test.each<readonly [file: string, how: string]>([
  ...[
    'repository/.git/index',
    'repository/.git/seed-index',
    'repository/listings/su/submitted.example.json',
    'observations/su/submitted.example.json',
    'lock',
    'git-process',
  ].flatMap(file => ['is cut off', 'is other bytes'].map(how => [file, how] as const)),
  ['observations/su/submitted.example.json', 'is a folder'],
  ['repository/.git/index', 'has a flipped bit'],
  ['repository/.git/seed-index', 'is empty'],
  ...['repository/.git/HEAD', 'repository/.git/config', 'repository/.git/refs/heads/observations'].flatMap(file =>
    Object.keys(DAMAGE).map(how => [file, how] as const),
  ),
])('recovers from a damaged file at the next start without manual steps: %s %s', async (file, how) => {
  const place = path.join(world.dataDir, file);
  if (how === 'is a folder') {
    await rm(place);
    await mkdir(place);
  } else await writeFile(place, DAMAGE[how]?.(await readFile(place).catch(() => Buffer.from('{"pid":1}'))) ?? '');

  const registry = await world.open({ now: () => Date.now() + 2 * DAY });
  const catalog = new LiveCatalog(registry.directories, addresses);
  const broken = await catalog.load();
  const observation = file.startsWith('observations/');
  expect(await setAsideDamaged(broken, registry.directories.observations)).toHaveLength(observation ? 1 : 0);
  expect(await catalog.load()).toEqual([]);
  expect(catalog.entries().map(({ row }) => row.id)).toEqual(['seeded.example', 'submitted.example']);
  catalog.close();
  const checks = { verify: async ({ url }: Origin) => createOriginCheck(url, sampleManifest()), onProgress: () => {} };
  const run = await registry.revalidate({ ...checks, stop: new AbortController().signal });
  expect(run).toMatchObject({ due: 2, checked: 2, breakerReason: undefined });
  for (const name of ['submitted', 'another'])
    expect(await submitted(registry, `https://${name}.example`)).toMatchObject({ status: 'approved' });
  const git = createGit(path.join(registry.directories.registry, '.git'));
  expect(String(await git.run(['fsck', '--strict', '--no-dangling']))).toBe('');
});

test.each([
  ['refs/heads/main', 'is empty', /branch main is missing or damaged/],
  ['refs/heads/main', 'is missing', /branch main is missing or damaged/],
  ['objects/pack', 'is other bytes', /git \S+ exited with 128/],
  ['objects/pack', 'is empty', /git \S+ exited with 128/],
])('does not start, and changes no commit, if records may be lost: %s %s', async (file, how, reason) => {
  const gitDir = path.join(world.dataDir, 'repository/.git');
  const [name = ''] = file === 'objects/pack' ? await readdir(path.join(gitDir, file)) : [''];
  const place = path.join(gitDir, file, name.replace(/\.\w+$/, '.idx'));
  const content = await readFile(place);
  if (how === 'is missing') await rm(place);
  else {
    await rm(place);
    await writeFile(place, DAMAGE[how]?.(Buffer.from(content)) ?? '');
  }
  const error = await world.open().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RangeError);
  expect((error as Error).message).toMatch(reason);
  expect((error as Error).message).toMatch(
    /repository cannot be opened: .* See "Damaged repository" in src\/site\/docs\/runbooks\.md\.$/,
  );

  await rm(place, { force: true });
  await writeFile(place, content);
  const registry = await world.open();
  expect(await submitted(registry, 'https://another.example')).toMatchObject({ status: 'approved' });
  const git = createGit(gitDir);
  expect(String(await git.run(['ls-tree', '-r', '--name-only', 'main'])).split('\n')).toHaveLength(4);
});
