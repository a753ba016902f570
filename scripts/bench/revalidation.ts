import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import { writeRecord } from '#store/record-files.ts';
import { openLocalRegistry } from '#submission/local/local-registry.ts';
import { writeRun } from '#submission/revalidation/written-run.ts';
import { checkDue } from '#submission/revalidation.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { cost, type Figure, rate } from './figure.ts';
import { startSlowPublishers } from './slow-publishers.ts';

const ORIGINS = 10_000;
const AT_ONCE = 128;
const DAY_AND_A_HALF = 36 * 3_600_000;

/**
 * Measures the re-validation of 10,000 origins on loopback that answer at once, twice: when nothing is known of them, and
 * unchanged a day later, beside the same checks alone; and what it adds to the repository.
 *
 * @throws Error when a re-check does not pass, or commits a record
 */
export async function benchRevalidation(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-revalidation-'));
  const publishers = await startSlowPublishers(ORIGINS, 0);
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true, concurrency: AT_ONCE });
  try {
    const registryDir = await registryOf(publishers.origins, folder);
    const observationsDir = path.join(folder, 'observations');
    const resultsDir = path.join(folder, 'results');
    const alone = await perSecond(() =>
      eachOf(publishers.origins, origin => verifyOrigin(origin, { fetcher, now: Date.now })),
    );
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 50);
    const figures: Figure[] = [];
    for (const [name, later] of [
      ['first', 0],
      ['unchanged', DAY_AND_A_HALF],
    ] as const) {
      const now = () => Date.now() + later;
      const before = await bytesIn(path.join(registryDir, '.git'));
      const checked = await perSecond(() =>
        checkDue({
          registryDir,
          observationsDir,
          resultsDir,
          shard: { index: 1, of: 1 },
          refusals: () => undefined,
          atOnce: AT_ONCE,
          verify: ({ url }, known) => verifyOrigin(url, { fetcher, now }, known),
          now,
          onProgress: () => undefined,
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
        rate(`re-checks a second (${name})`, '/s', checked, { name: 'the checks alone', value: alone }),
        cost(`writing what was found (${name})`, 's', (performance.now() - started) / 1000),
        cost(
          `added to the repository (${name})`,
          'MB',
          ((await bytesIn(path.join(registryDir, '.git'))) - before) / 1e6,
        ),
      );
    }
    clearInterval(watch);
    return [...figures, cost('memory at most', 'MB', most / 1e6)];
  } finally {
    await fetcher.close();
    publishers.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A local registry that has a record of each origin as it is served. */
async function registryOf(origins: readonly string[], folder: string): Promise<string> {
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

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (ORIGINS / (performance.now() - started)) * 1000;
}

async function eachOf(origins: readonly string[], work: (origin: string) => Promise<unknown>): Promise<void> {
  const waiting = origins.values();
  const worker = async () => {
    for (const origin of waiting) await work(origin);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
