import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addresses } from '#edge/catalogue.fixture.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { originOf } from '#listing/origin.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { writeRecord } from '#store/record-files.ts';
import { setAsideDamaged } from '#submission/local/damaged-observations.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';
import { seenOrigin } from '#submission/seen-origin.fixture.ts';

const SEEDED = sampleRecord('https://seeded.example');

let folder: string;
let registry: LocalRegistry;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'damaged-'));
  await writeRecord(path.join(folder, 'seed'), SEEDED);
  registry = await opened();
  await submitted('https://submitted.example');
  await registry.close();
});

afterEach(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

function opened(): Promise<LocalRegistry> {
  const unexpected = (fault: unknown) => {
    throw fault;
  };
  return openLocalRegistry({
    dataDir: path.join(folder, 'data'),
    registryDir: path.join(folder, 'seed'),
    local: false,
    verify: async ({ url }) => seenOrigin(url, sampleManifest({ name: `API at ${url}` })),
    onListing: () => undefined,
    onBroken: unexpected,
    onFault: unexpected,
  });
}

async function submitted(address: string): Promise<string> {
  const result = originOf(address);
  if (!result.ok) throw new Error(result.reason);
  const { submission_id } = await registry.submissions.submit(result.origin, {});
  const status = async () => (await registry.submissions.status(submission_id))?.status;
  await expect.poll(status, { interval: 5 }).toBe('approved');
  return submission_id;
}

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
  ['repository/.git/index', 'has a flipped bit'],
  ['repository/.git/seed-index', 'is empty'],
])('%s %s: the next start recovers without hands', async (file, how) => {
  const place = path.join(folder, 'data', file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, DAMAGE[how]?.(await readFile(place).catch(() => Buffer.from('{"pid":1}'))) ?? '');

  registry = await opened();
  const catalogue = new LiveCatalogue(registry.directories, addresses);
  const broken = await catalogue.load();
  const observation = file.startsWith('observations/');
  expect(await setAsideDamaged(broken, registry.directories.observations)).toHaveLength(observation ? 1 : 0);
  expect(await catalogue.load()).toEqual([]);
  expect(catalogue.entries().map(({ row }) => row.id)).toEqual(['seeded.example', 'submitted.example']);
  catalogue.close();
  await submitted('https://submitted.example');
  await submitted('https://another.example');
  const git = ['--git-dir', path.join(folder, 'data/repository/.git')];
  expect(execFileSync('git', [...git, 'fsck', '--strict', '--no-dangling'], { stdio: 'pipe' }).toString()).toBe('');
});
