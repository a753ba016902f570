import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { getBundleFolder, getCompiledFolder } from '#build/site/compiled-site.ts';
import { instant } from '#listing/time/timestamp.ts';
import { median } from '#site/state/median.ts';
import { readRecords, writeRecord } from '#store/record-files.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type BuildOptions, runAstroBuild, runPack, runRegistryBuild } from './build/builders.ts';
import type { ProcessCost } from './build/process-cost.ts';
import { assertSameHtml } from './build/same-html.ts';
import { type BenchOptions, createCost, type Figure, LIMIT } from './figure.ts';
import { fillRegistry } from './fill-registry.ts';
import { NEWEST, readManifests } from './manifests.ts';

const LISTINGS = 2_000;
const LISTINGS_QUICK = 500;
const ROUNDS = 3;

/** The maximum seconds of a build after one change, and without one. */
const MAX_CHANGED_SECONDS = 1;
const MAX_UNCHANGED_SECONDS = 0.3;

/**
 * Measures a full `npm run build`, with bare Astro that renders the same pages as the baseline: in wall time, in processor
 * time, and in memory. Then measures packing and incremental builds. Each result is the median of three rounds.
 *
 * @throws Error if the two builds write different HTML
 */
export async function benchBuild(registryDir: string, options: BenchOptions): Promise<Figure[]> {
  const { from, quick } = options;
  const count = options.listings ?? (quick ? LISTINGS_QUICK : LISTINGS);
  const folder = await makeTemporaryFolder('bench-build-');
  const registry = path.join(folder, 'registry');
  try {
    const listings = await fillRegistry(registry, readManifests(registryDir, count, from));
    const rounds: BuildTimes[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      rounds.push(await measureRound(registry, path.join(folder, String(round)), round));
    }
    return createFigures(rounds, listings.toLocaleString('en'));
  } finally {
    await removeFolder(folder);
  }
}

/** The costs of one round. */
interface BuildTimes {
  readonly full: ProcessCost;
  readonly pages: ProcessCost;
  readonly pack: ProcessCost;
  /** After the first change, which also creates the second of the two folders that builds alternate between. */
  readonly changed: ProcessCost;
  readonly again: ProcessCost;
  readonly unchanged: ProcessCost;
}

/**
 * Runs one round. Its full build also compiles the site, as bare Astro does. Its files stay until the end: ext4 does not reuse
 * an inode for a minute after its deletion, so that files are slow to create after many others were deleted.
 */
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
  for (const kept of [getCompiledFolder(), getBundleFolder()]) await removeFolder(kept);
  const full = await runRegistryBuild(registryBuild);
  const pages = await runAstroBuild(astroBuild);
  await assertSameHtml(registryBuild.output, astroBuild.output);
  const pack = await runPack(registryBuild);
  await changeListing(registry, 2 * round);
  const changed = await runRegistryBuild(registryBuild);
  await changeListing(registry, 2 * round + 1);
  const again = await runRegistryBuild(registryBuild);
  const unchanged = await runRegistryBuild(registryBuild);
  return { full, pages, pack, changed, again, unchanged };
}

function createFigures(rounds: readonly BuildTimes[], listings: string): Figure[] {
  const costs = {
    wall: (name: keyof BuildTimes) => median(rounds.map(round => round[name].seconds)) ?? 0,
    cpu: (name: keyof BuildTimes) => median(rounds.flatMap(round => round[name].cpuSeconds ?? [])),
    memory: (name: keyof BuildTimes) => median(rounds.flatMap(round => round[name].memory ?? [])),
  };
  const create = (title: string, measure: keyof typeof costs, name: keyof BuildTimes, baseline: Baseline): Figure[] => {
    const scale = measure === 'memory' ? 1e6 : 1;
    const value = costs[measure](name);
    const beside = baseline.part ? costs[measure](baseline.part) : baseline.value;
    if (value == null || beside == null) return [];
    const unit = measure === 'memory' ? 'MB' : 's';
    return [createCost(title, unit, value / scale, { name: baseline.name, value: beside / scale })];
  };
  const astro: Baseline = { name: 'bare Astro, pages only', part: 'pages' };
  const full: Baseline = { name: 'full build', part: 'full' };
  const limit = (value: number): Baseline => ({ name: LIMIT, value });
  return [
    ...create(`full build, ${listings} listings`, 'wall', 'full', astro),
    ...create(`full build, ${listings} listings, CPU time`, 'cpu', 'full', astro),
    ...create(`full build, ${listings} listings, memory of all processes`, 'memory', 'full', astro),
    ...create(`packing of ${listings} listings`, 'wall', 'pack', full),
    ...create(`build after one change, ${listings} listings`, 'wall', 'changed', limit(MAX_CHANGED_SECONDS)),
    ...create(`build after one change, ${listings} listings`, 'wall', 'changed', full),
    ...create(`build after one change, ${listings} listings, CPU time`, 'cpu', 'changed', full),
    ...create(`build after another change, ${listings} listings`, 'wall', 'again', limit(MAX_CHANGED_SECONDS)),
    ...create(`build without a change, ${listings} listings`, 'wall', 'unchanged', limit(MAX_UNCHANGED_SECONDS)),
    ...create(`build without a change, ${listings} listings, CPU time`, 'cpu', 'unchanged', full),
  ];
}

/** The baseline of a figure: another part of the same round, or a fixed value. */
type Baseline =
  | { readonly name: string; readonly part: keyof BuildTimes }
  | { readonly name: string; readonly part?: undefined; readonly value: number };

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
