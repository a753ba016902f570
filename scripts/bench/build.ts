import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { instant } from '#listing/timestamp.ts';
import { median } from '#site/state/median.ts';
import { readRecords, writeRecord } from '#store/record-files.ts';
import { type Building, buildOurs, buildPages } from './build/builders.ts';
import { sameHtml } from './build/same-html.ts';
import { type BenchOptions, cost, type Figure } from './figure.ts';
import { fillRegistry, NEWEST } from './fill-registry.ts';
import { manifestsFrom } from './manifests.ts';
import { seconds } from './timer.ts';

const LISTINGS = 2_000;
const LISTINGS_QUICK = 500;
const ROUNDS = 3;

/**
 * Measures `npm run build`: all of a registry, JSON, HTML and search, from nothing, beside bare Astro that renders the
 * same pages; and again after one listing changed, beside all of it. The median of three rounds, in turns.
 *
 * @throws Error when the two do not write the same HTML
 */
export async function benchBuild(registryDir: string, options: BenchOptions): Promise<Figure[]> {
  const { from, quick } = options;
  const wanted = options.listings ?? (quick ? LISTINGS_QUICK : LISTINGS);
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-build-'));
  const registry = path.join(folder, 'registry');
  try {
    const listings = await fillRegistry(registry, manifestsFrom(registryDir, wanted, from));
    const rounds: Round[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      rounds.push(await measured(registry, path.join(folder, String(round)), round));
    }
    return figuresOf(rounds, listings.toLocaleString('en'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds. */
interface Round {
  readonly full: number;
  readonly pages: number;
  /** After the first change, which makes the folder that builds are made in; from then on there are two in turn. */
  readonly changed: number;
  readonly again: number;
  readonly unchanged: number;
}

/** One of each, from nothing: addresses that are new in each round keep what was compiled before from being of use. */
async function measured(registry: string, folder: string, round: number): Promise<Round> {
  const address = `http://127.0.0.1:${20_000 + ((process.pid * 7 + round) % 10_000)}`;
  const ours: Building = { registry, address, output: path.join(folder, 'ours'), work: path.join(folder, 'work') };
  const theirs = { ...ours, output: path.join(folder, 'astro'), work: path.join(folder, 'astro-work') };
  await mkdir(folder, { recursive: true });
  const full = await seconds(() => buildOurs(ours));
  const pages = await seconds(() => buildPages(theirs));
  await sameHtml(ours.output, theirs.output);
  await change(registry, 2 * round);
  const changed = await seconds(() => buildOurs(ours));
  await change(registry, 2 * round + 1);
  const again = await seconds(() => buildOurs(ours));
  const unchanged = await seconds(() => buildOurs(ours));
  await rm(folder, { recursive: true, force: true });
  return { full, pages, changed, again, unchanged };
}

function figuresOf(rounds: readonly Round[], listings: string): Figure[] {
  const middle = (name: keyof Round) => median(rounds.map(round => round[name])) ?? 0;
  const full = middle('full');
  return [
    cost(`full build, ${listings} listings`, 's', full, { name: 'bare Astro, pages only', value: middle('pages') }),
    cost(`build after one change, ${listings} listings`, 's', middle('changed'), { name: 'full build', value: full }),
    cost(`build after another change, ${listings} listings`, 's', middle('again'), { name: 'full build', value: full }),
    cost(`build without a change, ${listings} listings`, 's', middle('unchanged'), { name: 'full build', value: full }),
  ];
}

/** Gives the first listing another description, at a later time than all that happened before. */
async function change(registry: string, times: number): Promise<void> {
  for await (const record of readRecords(registry)) {
    if (!record.ok) continue;
    const { manifest } = record.value;
    const description = `${manifest.description} Changed ${times + 1} times.`;
    const updated_at = instant(NEWEST + (times + 1) * 1000);
    await writeRecord(registry, { ...record.value, updated_at, manifest: { ...manifest, description } });
    return;
  }
}
