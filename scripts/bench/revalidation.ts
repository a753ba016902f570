import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { writeRun } from '#submission/revalidation/written-run.ts';
import { checkDue } from '#submission/revalidation.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { createCost, createRate, type Figure, LIMIT } from './figure.ts';
import { forEachConcurrently, measureSeconds } from './for-each-concurrently.ts';
import { startSlowPublishers } from './publishers/slow-publishers.ts';

const ORIGINS = 2_000;
const CONCURRENCY = 128;

/** The limits of a run. */
const MAX_WRITING_SECONDS = 1;
const MAX_MB = 400;
const DAY_AND_A_HALF = 36 * 3_600_000;

/**
 * Measures the revalidation of 2,000 origins on loopback that respond immediately: the first checks, and checks of unchanged
 * origins a day later. The baseline is the checks alone. Also measures how much each run adds to the repository.
 *
 * @throws Error if a check fails or changes a record
 */
export async function benchRevalidation(): Promise<Figure[]> {
  const folder = await makeTemporaryFolder('bench-revalidation-');
  const publishers = await startSlowPublishers(ORIGINS, 0);
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true, concurrency: CONCURRENCY });
  try {
    const registryDir = await createRegistry(publishers.origins, folder);
    const observationsDir = path.join(folder, 'observations');
    const resultsDir = path.join(folder, 'results');
    const checksOnly = await measureRate(() =>
      forEachConcurrently(publishers.origins, CONCURRENCY, origin => verifyOrigin(origin, { fetcher, now: Date.now })),
    );
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 50);
    const figures: Figure[] = [];
    for (const [name, later] of [
      ['first', 0],
      ['unchanged', DAY_AND_A_HALF],
    ] as const) {
      const now = () => Date.now() + later;
      const before = await countBytes(path.join(registryDir, '.git'));
      const checked = await measureRate(() =>
        checkDue({
          registryDir,
          observationsDir,
          resultsDir,
          shard: { index: 1, of: 1 },
          blocklist: () => undefined,
          atOnce: CONCURRENCY,
          verify: ({ url }, known) => verifyOrigin(url, { fetcher, now }, known),
          now,
          onProgress: () => undefined,
          onBroken: console.error,
          onFault: console.error,
        }),
      );
      const started = performance.now();
      const { tally } = await writeRun({
        resultsDir,
        registryDir,
        isOwn: true,
        observationsDir,
        base: 'main',
        remote: undefined,
        now: now(),
      });
      if (tally.outcomes.passed !== ORIGINS || tally.changes.length > 0)
        throw new Error(JSON.stringify(tally.outcomes));
      figures.push(
        createRate(`checks per second (${name})`, '/s', checked, { name: 'only the checks', value: checksOnly }),
        createCost(`writing the results (${name})`, 's', (performance.now() - started) / 1000, {
          name: LIMIT,
          value: MAX_WRITING_SECONDS,
        }),
        createCost(
          `added to the repository (${name})`,
          'MB',
          ((await countBytes(path.join(registryDir, '.git'))) - before) / 1e6,
        ),
      );
    }
    clearInterval(watch);
    return [...figures, createCost('peak memory', 'MB', peak / 1e6, { name: LIMIT, value: MAX_MB })];
  } finally {
    await fetcher.close();
    publishers.close();
    await removeFolder(folder);
  }
}

/** Creates a local registry with a record of each origin. Returns its folder. */
async function createRegistry(origins: readonly string[], folder: string): Promise<string> {
  const manifest = await (await fetch(`${origins[0]}${MANIFEST_PATH}`)).json();
  const seed = path.join(folder, 'seed');
  for (const origin of origins) await writeRecord(seed, sampleRecord(origin, manifest));
  const registry = await openLocalRegistry({
    dataDir: folder,
    registryDir: seed,
    verify: () => new Promise(() => {}),
    local: true,
    onListing: () => undefined,
    onBroken: console.error,
    onFault: console.error,
  });
  await registry.close();
  return registry.directories.registry;
}

async function measureRate(work: () => Promise<unknown>): Promise<number> {
  return ORIGINS / (await measureSeconds(work));
}

async function countBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
