import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '#edge/catalogue.fixture.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Listing } from '#listing/listing.ts';
import { listingOf } from '#listing/listing.ts';
import { originOf } from '#listing/origin.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';
import { seenOrigin, unseenOrigin } from '#submission/seen-origin.fixture.ts';

const DAY = 86_400_000;
const TODAY = Date.parse('2026-11-21T09:30:00Z');
const ADDRESS = 'https://api.example.com';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** What happens next, and by how many days the clock is wrong then. */
const steps = fc.array(
  fc.record({
    wrong: fc.constantFrom(0, 0, 0, 1, -1, 30, -30, 3650, -3650),
    serves: fc.constantFrom('same', 'next', 'nothing', 'leaves'),
    restart: fc.boolean(),
  }),
  { minLength: 4, maxLength: 8 },
);

test('a clock that jumps breaks no file, loses no submission, and is forgotten when it is right again', {
  timeout: 30_000,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, survives), { numRuns: 4, seed: 8 });
});

async function survives(days: readonly { wrong: number; serves: string; restart: boolean }[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clock-'));
  folders.push(folder);
  await mkdir(path.join(folder, 'seed'));
  let now = TODAY;
  let version = 1;
  let serves = 'same';
  const told: Listing[] = [];
  const open = () =>
    openLocalRegistry({
      dataDir: path.join(folder, 'data'),
      registryDir: path.join(folder, 'seed'),
      local: true,
      now: () => now,
      async verify({ url }) {
        if (serves === 'nothing') return unseenOrigin(url);
        const listing_requested = serves !== 'leaves';
        return seenOrigin(url, sampleManifest({ version: `${version}.0.0`, listing_requested }));
      },
      onListing: listing => void told.push(listing),
      onBroken: unexpected,
      onFault: unexpected,
    });
  let registry = await open();
  await submitted(registry);

  const ids: string[] = [];
  for (const [index, step] of days.entries()) {
    now = TODAY + (index + 1) * DAY + step.wrong * DAY;
    serves = step.serves;
    if (serves === 'next') version += 1;
    if (step.restart) {
      await registry.close();
      registry = await open();
    }
    ids.push(await submitted(registry));
  }

  now = TODAY + (days.length + 1) * DAY;
  serves = 'same';
  ids.push(await submitted(registry));
  for (const id of ids) expect(await registry.submissions.status(id)).toMatchObject({ submission_id: id });

  const { directories } = registry;
  const record = await readRecord(directories.registry, 'api.example.com');
  const observation = await readObservation(directories.observations, 'api.example.com');
  if (!record?.ok || !observation?.ok) throw new Error('A file is broken.');
  expect(record.value.manifest.version).toBe(`${version}.0.0`);
  expect(observation.value.failures).toBeUndefined();
  expect(Date.parse(observation.value.next_check_by ?? '')).toBeLessThan(now + 2 * DAY);
  const dates = observation.value.results?.map(({ date }) => date) ?? [];
  expect(dates).toEqual([...new Set(dates)].sort());
  expect(listingOf(record.value, observation.value).status).toBe('verified');
  expect(told.at(-1)).toMatchObject({ status: 'verified' });

  const catalogue = new LiveCatalogue(directories, addresses);
  expect(await catalogue.load()).toEqual([]);
  catalogue.close();
  await registry.close();
}

async function submitted({ submissions }: LocalRegistry): Promise<string> {
  const result = originOf(ADDRESS);
  if (!result.ok) throw new Error(result.reason);
  const { submission_id } = await submissions.submit(result.origin, {});
  await expect
    .poll(async () => (await submissions.status(submission_id))?.status, { interval: 5 })
    .toMatch(/approved|rejected/);
  return submission_id;
}

function unexpected(fault: unknown): never {
  throw fault;
}
