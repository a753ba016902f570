import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { LiveCatalog } from '#build/catalog/live-catalog.ts';
import { addresses } from '#edge/catalog/catalog.fixture.ts';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import { readObservation, readRecord } from '#store/record-files.ts';
import { submitted, type TestRegistry, testRegistry } from '#submission/local/local-registry.fixture.ts';
import { createFailedOriginCheck, createOriginCheck } from '#submission/origin-check.fixture.ts';

const DAY = 86_400_000;
const TODAY = Date.parse('2026-11-21T09:30:00Z');
const ADDRESS = 'https://api.example.com';

const worlds: TestRegistry[] = [];
afterEach(() => Promise.all(worlds.splice(0).map(world => world.remove())));

/** The next action, and the clock error in days during it. */
const steps = fc.array(
  fc.record({
    wrong: fc.constantFrom(0, 0, 0, 1, -1, 30, -30, 3650, -3650),
    serves: fc.constantFrom('same', 'next', 'nothing', 'leaves'),
    restart: fc.boolean(),
  }),
  { minLength: 4, maxLength: 8 },
);

test('corrupts no file and loses no submission when the clock jumps, and recovers when it is correct', async () => {
  await fc.assert(fc.asyncProperty(steps, survives), { numRuns: 4, seed: 8 });
});

async function survives(days: readonly { wrong: number; serves: string; restart: boolean }[]): Promise<void> {
  const world = await testRegistry();
  worlds.push(world);
  let now = TODAY;
  let version = 1;
  let serves = 'same';
  const open = () =>
    world.open({
      now: () => now,
      async verify({ url }) {
        if (serves === 'nothing') return createFailedOriginCheck(url);
        const listing_requested = serves !== 'leaves';
        return createOriginCheck(url, sampleManifest({ version: `${version}.0.0`, listing_requested }));
      },
    });
  let registry = await open();
  await submitted(registry, ADDRESS);

  const ids: string[] = [];
  for (const [index, step] of days.entries()) {
    now = TODAY + (index + 1) * DAY + step.wrong * DAY;
    serves = step.serves;
    if (serves === 'next') version += 1;
    if (step.restart) {
      await registry.close();
      registry = await open();
    }
    ids.push((await submitted(registry, ADDRESS)).submission_id);
  }

  now = TODAY + (days.length + 1) * DAY;
  serves = 'same';
  ids.push((await submitted(registry, ADDRESS)).submission_id);
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
  expect(world.told.at(-1)).toMatchObject({ status: 'verified' });

  const catalog = new LiveCatalog(directories, addresses);
  expect(await catalog.load()).toEqual([]);
  catalog.close();
  expect([world.faults, world.broken]).toEqual([[], []]);
}
