import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type LocalRegistry, openLocalRegistry } from '#submission/local/local-registry.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { type BenchOptions, cost, type Figure, rate } from './figure.ts';
import { startSlowPublishers } from './slow-publishers.ts';
import { benchServedSubmissions } from './submissions/served-submissions.ts';
import { seconds } from './timer.ts';

const ORIGINS = 2_000;
const CLIENTS = 64;
const SINGLES = 30;

/** Sizes of the served registries. */
const LISTINGS = [10_000, 50_000];
const LISTINGS_QUICK = 1_000;

/**
 * Measures submissions: to a local registry without a catalog, and to a running server of 10,000 and of 50,000 listings (with
 * `--listings`, of so many; with `--quick`, of 1,000).
 *
 * @throws Error when a submission is not approved
 */
export async function benchSubmissions(registryDir: string, options: BenchOptions): Promise<Figure[]> {
  const sizes = options.listings ? [options.listings] : options.quick ? [LISTINGS_QUICK] : LISTINGS;
  const figures = [...(await benchCommits())];
  for (const size of sizes) figures.push(...(await benchServedSubmissions(registryDir, size)));
  return figures;
}

/**
 * The seconds from a submission to its commit, one at a time, beside the checks of the same origins alone; and how many are
 * committed a second when many submit at once.
 */
async function benchCommits(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-submissions-'));
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
      return result.ok ? [result.origin] : [];
    });
    const [singles, rest] = [origins.slice(0, SINGLES), origins.slice(SINGLES)];
    await eachOf(singles, 1, check);
    const alone = await seconds(() => eachOf(singles, 1, check));
    const listed = await seconds(() => eachOf(singles, 1, origin => listing(registry, origin)));
    const together = await seconds(() => eachOf(rest, CLIENTS, origin => listing(registry, origin)));
    return [
      cost('from submission to listing, one at a time', 's', listed / SINGLES, {
        name: 'its checks alone',
        value: alone / SINGLES,
      }),
      rate(`submissions listed a second, ${CLIENTS} at once`, '/s', rest.length / together),
    ];
  } finally {
    await registry.close();
    await fetcher.close();
    publishers.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function listing({ submissions }: LocalRegistry, origin: Origin): Promise<void> {
  const { submission_id } = await submissions.submit(origin, {});
  for (;;) {
    const state = await submissions.status(submission_id);
    if (state?.status === 'approved') return;
    if (state?.status === 'rejected') throw new Error(state.reason);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
}

async function eachOf(
  origins: readonly Origin[],
  atOnce: number,
  work: (origin: Origin) => Promise<unknown>,
): Promise<void> {
  const waiting = origins.values();
  const worker = async () => {
    for (const origin of waiting) await work(origin);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
