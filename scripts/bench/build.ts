import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { instant } from '#listing/timestamp.ts';
import { median } from '#site/state/median.ts';
import { readRecords, writeRecord } from '#store/record-files.ts';
import { type BuildOptions, runAstroBuild, runRegistryBuild } from './build/builders.ts';
import { assertSameHtml } from './build/same-html.ts';
import { type BenchOptions, createCost, type Figure } from './figure.ts';
import { fillRegistry, NEWEST } from './fill-registry.ts';
import { readManifests } from './manifests.ts';
import { measureSeconds } from './timer.ts';

const LISTINGS = 2_000;
const LISTINGS_QUICK = 500;
const ROUNDS = 3;

/**
 * Measures a full `npm run build`, with bare Astro that renders the same pages as the baseline. Then measures incremental
 * builds, with the full build as the baseline. Each result is the median of three rounds.
 *
 * @throws Error if the two builds write different HTML
 */
export async function benchBuild(registryDir: string, options: BenchOptions): Promise<Figure[]> {
  const { from, quick } = options;
  const count = options.listings ?? (quick ? LISTINGS_QUICK : LISTINGS);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-build-'));
  const registry = path.join(folder, 'registry');
  try {
    const listings = await fillRegistry(registry, readManifests(registryDir, count, from));
    const rounds: BuildTimes[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      rounds.push(await measureRound(registry, path.join(folder, String(round)), round));
    }
    return createFigures(rounds, listings.toLocaleString('en'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds. */
interface BuildTimes {
  readonly full: number;
  readonly pages: number;
  /** After the first change, which also creates the second of the two folders that builds alternate between. */
  readonly changed: number;
  readonly again: number;
  readonly unchanged: number;
}

/** Runs one round. Each round uses a new URL, so that it cannot reuse the compiled pages of an earlier one. */
async function measureRound(registry: string, folder: string, round: number): Promise<BuildTimes> {
  const address = `http://127.0.0.1:${20_000 + ((process.pid * 7 + round) % 10_000)}`;
  const registryBuild: BuildOptions = {
    registry,
    address,
    output: path.join(folder, 'ours'),
    work: path.join(folder, 'work'),
  };
  const astroBuild = { ...registryBuild, output: path.join(folder, 'astro'), work: path.join(folder, 'astro-work') };
  await mkdir(folder, { recursive: true });
  const full = await measureSeconds(() => runRegistryBuild(registryBuild));
  const pages = await measureSeconds(() => runAstroBuild(astroBuild));
  await assertSameHtml(registryBuild.output, astroBuild.output);
  await changeListing(registry, 2 * round);
  const changed = await measureSeconds(() => runRegistryBuild(registryBuild));
  await changeListing(registry, 2 * round + 1);
  const again = await measureSeconds(() => runRegistryBuild(registryBuild));
  const unchanged = await measureSeconds(() => runRegistryBuild(registryBuild));
  await rm(folder, { recursive: true, force: true });
  return { full, pages, changed, again, unchanged };
}

function createFigures(rounds: readonly BuildTimes[], listings: string): Figure[] {
  const medianOf = (name: keyof BuildTimes) => median(rounds.map(round => round[name])) ?? 0;
  const full = medianOf('full');
  return [
    createCost(`full build, ${listings} listings`, 's', full, {
      name: 'bare Astro, pages only',
      value: medianOf('pages'),
    }),
    createCost(`build after one change, ${listings} listings`, 's', medianOf('changed'), {
      name: 'full build',
      value: full,
    }),
    createCost(`build after another change, ${listings} listings`, 's', medianOf('again'), {
      name: 'full build',
      value: full,
    }),
    createCost(`build without a change, ${listings} listings`, 's', medianOf('unchanged'), {
      name: 'full build',
      value: full,
    }),
  ];
}

/** Changes the description of the first listing, with a time after all other changes. */
async function changeListing(registry: string, times: number): Promise<void> {
  for await (const record of readRecords(registry)) {
    if (!record.ok) continue;
    const { manifest } = record.value;
    const description = `${manifest.description} Changed ${times + 1} times.`;
    const updated_at = instant(NEWEST + (times + 1) * 1000);
    await writeRecord(registry, { ...record.value, updated_at, manifest: { ...manifest, description } });
    return;
  }
}
