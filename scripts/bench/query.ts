import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Row } from '#contract/row.ts';
import type { Engine } from '#query/engine.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import { seeded } from '#query/entries.fixture.ts';
import type { Entry } from '#query/entry.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { createIndexTerms } from '#query/index/index-terms.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { sampleCommonParts } from '#query/index/rows/sample-rows.ts';
import { DEFAULT_QUERY, type Query } from '#query/query.ts';
import { joinRowTexts, parseRowTexts } from '#query/row-text.ts';
import { loadKnownItems } from '#query/text/known-items.fixture.ts';
import { STOP_WORDS } from '#query/text/words/stop-words.ts';
import { median } from '#site/state/median.ts';
import { readWordVectors } from '#store/word-vectors.ts';
import { type BenchOptions, createCost, createRate, type Figure, LIMIT } from './figure.ts';
import { createArrayBaseline } from './query/array-baseline.ts';
import { loadEntries } from './query/entries.ts';
import { createMiniSearchBaseline, type MiniSearchBaseline } from './query/mini-search-baseline.ts';
import { createQueryMix } from './query/mix.ts';
import { createPostgresBaseline } from './query/postgres-baseline.ts';
import { createSqliteBaseline } from './query/sqlite-baseline.ts';
import { compareTimes } from './query/times.ts';

/** The number of queries in the mix, and a smaller one for registries in which baselines are slow. */
const QUERIES = 550;
const QUERIES_LARGE = 110;
const LARGE = 50_000;

/** The numbers of generated listings. */
const SIZES = [10_000, 100_000];

/**
 * Measures queries on the index engine. The baselines run in the same process: an array that is filtered and sorted,
 * MiniSearch (`q` only), SQLite with FTS5, and PostgreSQL if PGHOST names a server. Uses 10,000 and 100,000 listings
 * generated from those of the registry; in quick mode, only 10,000.
 */
export async function benchQuery(registryDir: string, { from, quick }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of from !== undefined || quick ? SIZES.slice(0, 1) : SIZES) {
    figures.push(...(await benchSize(await loadEntries(registryDir, size, from))));
  }
  return figures;
}

async function benchSize(entries: readonly Entry[]): Promise<Figure[]> {
  const rows = entries.map(({ row }) => row);
  const { engine, index, figures } = await benchIndex(entries);
  const mix = createQueryMix(entries, rows.length >= LARGE ? QUERIES_LARGE : QUERIES, seeded(5));
  const name = `query mix, ${formatCount(rows.length)} listings`;
  const search = (query: Query) => readPage(engine, query);
  return [
    ...figures,
    ...compareWith(name, 'array filter and sort', await compareTimes(mix, search, createArrayBaseline(rows))),
    ...compareWith(name, 'SQLite FTS5', await compareTimes(mix, search, createSqliteBaseline(rows))),
    ...(await compareWithPostgres(name, search, rows, mix)),
    ...(await compareWithMiniSearch(engine, index, entries, mix)),
    await measureLongestQuery(engine, index, formatCount(rows.length)),
  ];
}

/** Evaluates a query and assembles its rows. */
async function readPage(engine: Engine, query: Query): Promise<Uint8Array> {
  return joinRowTexts((await engine.search(query)).rows);
}

/** The maximum length of `q`, in code points. */
const LONGEST_QUERY = 200;
const LONGEST_ROUNDS = 15;

/** Measures the longest query: as many of the most frequent words as fit. */
async function measureLongestQuery(engine: Engine, index: QueryIndex, listings: string): Promise<Figure> {
  const { range, count, textAt } = createIndexTerms(index);
  const [, end] = range('\uffff');
  const frequent = Array.from({ length: end }, (_, term) => term)
    .filter(term => /^[a-z]{2,}$/.test(textAt(term)) && !STOP_WORDS.has(textAt(term)))
    .sort((a, b) => count(b) - count(a) || a - b)
    .map(textAt);
  let q = '';
  for (const word of frequent) if (q.length + word.length < LONGEST_QUERY) q += `${word} `;
  const query: Query = { ...DEFAULT_QUERY, q: q.trim(), sort: 'relevance' };
  const times: number[] = [];
  for (let round = 0; round < LONGEST_ROUNDS; round++) {
    const before = process.cpuUsage();
    await readPage(engine, query);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return createCost(`longest q, ${listings} listings, CPU time`, 'ms', median(times) ?? 0, {
    name: LIMIT,
    value: 10,
  });
}

function formatCount(listings: number): string {
  return listings.toLocaleString('en');
}

/** Measures building, storing, and loading the index. */
async function benchIndex(entries: readonly Entry[]) {
  const start = performance.now();
  const index = await buildIndex(entries, {
    wordVectors: readWordVectors(),
    commonParts: sampleCommonParts(entries),
  });
  const built = performance.now();
  const files = new Map((await indexFiles(index)).map(({ name, bytes }) => [name, bytes]));
  const cpu = process.cpuUsage();
  const loaded = await loadIndex(async name => files.get(name) ?? new Uint8Array());
  const { user, system } = process.cpuUsage(cpu);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const figures = [
    createCost(`index of ${formatCount(entries.length)} listings, built`, 's', (built - start) / 1000),
    createCost(
      `index of ${formatCount(entries.length)} listings, with rows`,
      'MB',
      bytes / 1e6,
      entries.length < LARGE ? undefined : { name: LIMIT, value: 64 },
    ),
    createCost(
      `index of ${formatCount(entries.length)} listings, verified and loaded, CPU time`,
      'ms',
      (user + system) / 1000,
      entries.length < LARGE ? undefined : { name: LIMIT, value: 300 },
    ),
  ];
  return { engine: createIndexEngine(loaded), index: loaded, figures };
}

function compareWith(
  name: string,
  baseline: string,
  { candidate, baseline: theirs }: Awaited<ReturnType<typeof compareTimes>>,
): Figure[] {
  return [
    createCost(`${name}, mean`, 'ms', candidate.mean, { name: baseline, value: theirs.mean }),
    createCost(`${name}, p50`, 'ms', candidate.p50, { name: baseline, value: theirs.p50 }),
    createCost(`${name}, p99`, 'ms', candidate.p99, { name: baseline, value: theirs.p99 }),
  ];
}

async function compareWithPostgres(
  name: string,
  search: (query: Query) => unknown,
  rows: readonly Row[],
  queries: readonly Query[],
): Promise<Figure[]> {
  if (!process.env.PGHOST) {
    console.error('Skipping PostgreSQL: PGHOST is not set.');
    return [];
  }
  const baseline = await createPostgresBaseline(rows);
  try {
    return compareWith(name, 'PostgreSQL pg_trgm', await compareTimes(queries, search, baseline.search));
  } finally {
    await baseline.close();
  }
}

/** Compares times, sizes, and how often the expected listing is in the top three. */
async function compareWithMiniSearch(
  engine: Engine,
  index: QueryIndex,
  entries: readonly Entry[],
  mix: readonly Query[],
): Promise<Figure[]> {
  const baseline = createMiniSearchBaseline(entries, getGarbageCollector());
  const searches = mix.filter(({ q }) => q !== undefined);
  const times = await compareTimes(
    searches,
    query => readPage(engine, query),
    ({ q = '' }) => baseline.searchAll(q),
  );
  const size = countTextBytes(index) / 1e6;
  return [
    ...compareWith(`q, ${formatCount(entries.length)} listings`, 'MiniSearch', times),
    createCost(`text index, ${formatCount(entries.length)} listings`, 'MB', size, {
      name: 'MiniSearch',
      value: baseline.bytes / 1e6,
    }),
    ...(entries.length < LARGE
      ? [
          createCost(`text index, ${formatCount(entries.length)} listings`, 'MB', size, {
            name: LIMIT,
            value: 2.5,
          }),
        ]
      : []),
    ...(entries.length < LARGE ? await measureKnownItems(engine, baseline, entries) : []),
  ];
}

/** Counts the bytes of the index that only `q` needs. */
function countTextBytes({ vocabulary, terms }: QueryIndex): number {
  let bytes = 0;
  JSON.stringify([vocabulary, terms], (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    bytes += value.byteLength;
    return undefined;
  });
  return bytes;
}

const KNOWN_ITEMS = 300;

async function measureKnownItems(
  engine: Engine,
  baseline: MiniSearchBaseline,
  entries: readonly Entry[],
): Promise<Figure[]> {
  const listed = entries.filter(({ row }) => DEFAULT_QUERY.status.includes(row.status));
  const kinds = Map.groupBy(loadKnownItems(listed, KNOWN_ITEMS, seeded(9)), ({ kind }) => kind);
  const figures: Figure[] = [];
  for (const [kind, items] of kinds) {
    let found = 0;
    let baselineFound = 0;
    for (const { id, q } of items) {
      found += Number((await searchTopThree(engine, q)).includes(id));
      baselineFound += Number(baseline.search(q).slice(0, 3).includes(id));
    }
    const percent = (count: number) => (100 * count) / items.length;
    figures.push(
      createRate(`found in the top three by ${kind}`, '%', percent(found), {
        name: 'MiniSearch',
        value: percent(baselineFound),
      }),
    );
  }
  return figures;
}

async function searchTopThree(engine: Engine, q: string): Promise<string[]> {
  const { rows } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance', limit: 3 });
  return parseRowTexts(rows).map(({ id }) => id);
}

function getGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
