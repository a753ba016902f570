import path from 'node:path';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { type BenchOptions, createCost, createRate, type Figure } from './figure.ts';
import { forEachConcurrently, measureSeconds } from './for-each-concurrently.ts';
import { startSlowPublishers } from './publishers/slow-publishers.ts';
import { benchServedSubmissions } from './submissions/served-submissions.ts';

const ORIGINS = 2_000;
const CLIENTS = 64;
const SINGLES = 30;

/** The sizes of the served registries. */
const LISTINGS = [10_000, 50_000];
const LISTINGS_QUICK = 1_000;

/**
 * Measures submissions to a local registry without a catalog, and to running servers with 10,000 and 50,000 listings (with
 * `--listings`, that number; with `--quick`, 1,000).
 *
 * @throws Error if a submission is rejected
 */
export async function benchSubmissions(registryDir: string, options: BenchOptions): Promise<Figure[]> {
  const sizes = options.listings ? [options.listings] : options.quick ? [LISTINGS_QUICK] : LISTINGS;
  const figures = [...(await benchCommits())];
  for (const size of sizes) figures.push(...(await benchServedSubmissions(registryDir, size)));
  return figures;
}

/**
 * Measures the seconds from a submission to its commit, in sequence, with the checks alone as the baseline, and the commits
 * per second with many parallel clients.
 */
async function benchCommits(): Promise<Figure[]> {
  const folder = await makeTemporaryFolder('bench-submissions-');
  const publishers = await startSlowPublishers(ORIGINS, 0);
  const fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true });
  const check = ({ url }: Pick<Origin, 'url'>) => verifyOrigin(url, { fetcher, now: Date.now });
  const registry = await openLocalRegistry({
    dataDir: path.join(folder, 'data'),
    registryDir: path.join(folder, 'registry'),
    verify: check,
    local: true,
    onListing: () => undefined,
    onBroken: console.error,
    onFault: console.error,
  });
  try {
    const origins = publishers.origins.flatMap(address => {
      const result = parseOrigin(address);
      return result.ok ? [result.value] : [];
    });
    const [singles, rest] = [origins.slice(0, SINGLES), origins.slice(SINGLES)];
    await forEachConcurrently(singles, 1, check);
    const checksOnly = await measureSeconds(() => forEachConcurrently(singles, 1, check));
    const sequential = await measureSeconds(() =>
      forEachConcurrently(singles, 1, origin => submitAndWait(registry, origin)),
    );
    const parallel = await measureSeconds(() =>
      forEachConcurrently(rest, CLIENTS, origin => submitAndWait(registry, origin)),
    );
    return [
      createCost('from submission to listing, in sequence', 's', sequential / SINGLES, {
        name: 'only the checks',
        value: checksOnly / SINGLES,
      }),
      createRate(`submissions listed per second, ${CLIENTS} in parallel`, '/s', rest.length / parallel),
    ];
  } finally {
    await registry.close();
    await fetcher.close();
    publishers.close();
    await removeFolder(folder);
  }
}

async function submitAndWait({ submissions }: LocalRegistry, origin: Origin): Promise<void> {
  const { submission_id } = await submissions.submit(origin, {});
  for (;;) {
    const state = await submissions.status(submission_id);
    if (state?.status === 'approved') return;
    if (state?.status === 'rejected') throw new Error(state.reason);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}
