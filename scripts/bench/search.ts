import { createIndexEngine } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { DEFAULT_QUERY } from '#query/query.ts';
import { registryEntries } from '#query/registry.fixture.ts';
import { parseRowTexts } from '#query/row-text.ts';
import { loadSearchTasks, type SearchTask, TASK_KINDS } from '#query/text/search-tasks.fixture.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import { createRate, type Figure } from './figure.ts';
import { createBm25Baseline } from './query/bm25-baseline.ts';
import { createMiniSearchBaseline } from './query/mini-search-baseline.ts';
import { openPagefind } from './query/pagefind-search.ts';

/** The listings that a search finds for a need, best first, and whether it marks them as weak. */
interface Found {
  readonly ids: readonly string[];
  readonly isWeak: boolean;
}

type Search = (need: string) => Promise<Found> | Found;

const HALVES = ['tuning', 'heldout'] as const;

/**
 * Measures how often the search finds a suitable listing over the records of the repository, next to BM25 and MiniSearch: in
 * the first place, among the first three, and the mean reciprocal rank. For needs that no listing serves, it measures how
 * often the search reports that nothing fits. The needs are those of `search-tasks.json`, which tune the search, and those
 * of `held-out-tasks.json`. Also compares the first three results with those of Pagefind, which searches on static hosts.
 */
export async function benchSearch(): Promise<Figure[]> {
  const entries = await registryEntries();
  const ours = await createSearch(entries);
  const bm25 = createBm25Baseline(entries);
  const miniSearch = createMiniSearchBaseline(entries, () => undefined);
  const baselines: Readonly<Record<string, Search>> = {
    BM25: need => toFound(bm25(need)),
    MiniSearch: need => toFound(miniSearch.search(need)),
  };
  const figures: Figure[] = [];
  const tasks = loadSearchTasks();
  for (const half of HALVES) {
    const ofHalf = tasks.filter(task => task.half === half);
    for (const [name, baseline] of Object.entries(baselines)) {
      figures.push(...(await compare(`${half}, all kinds`, ofHalf, ours, name, baseline)));
    }
    for (const kind of TASK_KINDS) {
      const ofKind = ofHalf.filter(task => task.kind === kind);
      figures.push(...(await compare(`${half}, ${kind}`, ofKind, ours, 'BM25', baselines.BM25 as Search)));
    }
  }
  for (const half of HALVES) {
    const ofHalf = tasks.filter(task => task.half === half);
    figures.push(await measureOverlap(`${half}, all kinds`, ofHalf, entries, ours));
  }
  return figures;
}

/** How many of the first results are compared. */
const COMPARED = 3;

/** Measures how many of the first three results of the server the search of a static host has among its own. */
async function measureOverlap(
  name: string,
  tasks: readonly SearchTask[],
  entries: readonly Entry[],
  ours: Search,
): Promise<Figure> {
  const pagefind = await openPagefind(entries);
  try {
    const shares: number[] = [];
    for (const { need } of tasks) {
      const first = (await ours(need)).ids.slice(0, COMPARED);
      if (first.length === 0) continue;
      const found = await pagefind.search(need, COMPARED);
      shares.push(first.filter(id => found.includes(id)).length / first.length);
    }
    const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
    return createRate(`first three results that Pagefind has among its own, ${name}`, '%', 100 * mean);
  } finally {
    await pagefind.close();
  }
}

async function createSearch(entries: readonly Entry[]): Promise<Search> {
  const engine = createIndexEngine(await buildIndex(entries, { wordVectors: readWordVectors() }));
  return async q => {
    const { rows, match } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance' });
    const ids = parseRowTexts(rows).map(({ id }) => id);
    return { ids, isWeak: match === 'near' || match === 'none' };
  };
}

function toFound(ids: readonly string[]): Found {
  return { ids, isWeak: ids.length === 0 };
}

async function compare(
  name: string,
  tasks: readonly SearchTask[],
  ours: Search,
  baselineName: string,
  baseline: Search,
): Promise<Figure[]> {
  const [own, theirs] = [await measure(tasks, ours), await measure(tasks, baseline)];
  return Object.entries(own).map(([figure, value]) =>
    createRate(
      `${figure}, ${name}`,
      '%',
      value,
      (theirs[figure] ?? 0) > 0 ? { name: baselineName, value: theirs[figure] ?? 0 } : undefined,
    ),
  );
}

/** Returns shares in percent. Omits groups without tasks. */
async function measure(tasks: readonly SearchTask[], search: Search): Promise<Record<string, number>> {
  const results = await Promise.all(tasks.map(async task => ({ task, found: await search(task.need) })));
  const served = results
    .filter(({ task }) => task.expected.length > 0)
    .map(({ task, found }) => ({ place: found.ids.findIndex(id => task.expected.includes(id)), isWeak: found.isWeak }));
  const unserved = results.filter(({ task }) => task.expected.length === 0);
  const first = served.filter(({ place }) => place === 0);
  const percent = (part: number, all: number) => (100 * part) / all;
  return {
    ...(served.length > 0 && {
      'hit@1': percent(first.length, served.length),
      'hit@3': percent(served.filter(({ place }) => place >= 0 && place < 3).length, served.length),
      MRR: percent(
        served.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0),
        served.length,
      ),
      'right but marked as weak': percent(first.filter(({ isWeak }) => isWeak).length, Math.max(1, first.length)),
    }),
    ...(unserved.length > 0 && {
      honest: percent(unserved.filter(({ found }) => found.isWeak).length, unserved.length),
    }),
  };
}
