import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Row } from '#contract/row.ts';
import type { Engine } from '#query/engine.ts';
import { createIndexEngine } from '#query/engines/index-engine.ts';
import type { Entry } from '#query/engines/reference-engine.ts';
import { seeded } from '#query/entries.fixture.ts';
import { buildIndex } from '#query/index/build-index.ts';
import { indexFiles } from '#query/index/index-files.ts';
import { loadIndex } from '#query/index/load-index.ts';
import type { QueryIndex } from '#query/index/query-index.ts';
import { DEFAULT_QUERY, type Query } from '#query/query.ts';
import { loadKnownItems } from '#query/text/known-items.fixture.ts';
import { type BenchOptions, cost, type Figure, rate } from './figure.ts';
import { arrayPeer } from './query/array-baseline.ts';
import { entriesFrom } from './query/entries.ts';
import { type MiniSearchPeer, miniSearchPeer } from './query/mini-search-baseline.ts';
import { queryMix } from './query/mix.ts';
import { postgresPeer } from './query/postgres-baseline.ts';
import { sqlitePeer } from './query/sqlite-baseline.ts';
import { timesOfBoth } from './query/times.ts';

/** Queries of the mix, and how many of them are enough where peers take long. */
const QUERIES = 550;
const QUERIES_OF_SLOW = 110;
const SLOW_FROM = 50_000;

/** How many listings are made up, where none are given. */
const SIZES = [10_000, 100_000];

/**
 * Queries against the index engine, beside the peers in the same process: an array that is filtered and sorted, MiniSearch
 * (`q` only), SQLite with FTS5, and PostgreSQL where PGHOST names a server. With 10,000 and 100,000 listings made up from
 * those of the registry; hurried, with 10,000 only.
 */
export async function benchQuery(registryDir: string, { from, quick }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of from !== undefined || quick ? SIZES.slice(0, 1) : SIZES) {
    figures.push(...(await benchSize(await entriesFrom(registryDir, size, from))));
  }
  return figures;
}

async function benchSize(entries: readonly Entry[]): Promise<Figure[]> {
  const rows = entries.map(({ row }) => row);
  const { engine, index, figures } = await benchIndex(entries);
  const mix = queryMix(entries, rows.length >= SLOW_FROM ? QUERIES_OF_SLOW : QUERIES, seeded(5));
  const name = `query mix, ${count(rows.length)} listings`;
  const ours = (query: Query) => engine.search(query);
  return [
    ...figures,
    ...beside(name, 'array filter and sort', await timesOfBoth(mix, ours, arrayPeer(rows))),
    ...beside(name, 'SQLite FTS5', await timesOfBoth(mix, ours, sqlitePeer(rows))),
    ...(await besidePostgres(name, ours, rows, mix)),
    ...(await besideMiniSearch(engine, index, entries, mix)),
  ];
}

function count(listings: number): string {
  return listings.toLocaleString('en');
}

/** Building, storing and loading the index. */
async function benchIndex(entries: readonly Entry[]) {
  const start = performance.now();
  const index = await buildIndex(entries);
  const built = performance.now();
  const files = new Map((await indexFiles(index)).map(({ name, bytes }) => [name, bytes]));
  const cpu = process.cpuUsage();
  const loaded = await loadIndex(async name => files.get(name) ?? new Uint8Array());
  const { user, system } = process.cpuUsage(cpu);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const figures = [
    cost(`index of ${count(entries.length)} listings, built`, 's', (built - start) / 1000),
    cost(`index of ${count(entries.length)} listings, rows included`, 'MB', bytes / 1e6),
    cost(`index of ${count(entries.length)} listings, checked and loaded, CPU time`, 'ms', (user + system) / 1000),
  ];
  return { engine: createIndexEngine(loaded), index: loaded, figures };
}

function beside(name: string, peer: string, { ours, theirs }: Awaited<ReturnType<typeof timesOfBoth>>): Figure[] {
  return [
    cost(`${name}, mean`, 'ms', ours.mean, { name: peer, value: theirs.mean }),
    cost(`${name}, p50`, 'ms', ours.p50, { name: peer, value: theirs.p50 }),
    cost(`${name}, p99`, 'ms', ours.p99, { name: peer, value: theirs.p99 }),
  ];
}

async function besidePostgres(
  name: string,
  ours: (query: Query) => unknown,
  rows: readonly Row[],
  queries: readonly Query[],
): Promise<Figure[]> {
  if (!process.env.PGHOST) {
    console.error('PostgreSQL is left out: PGHOST names no server.');
    return [];
  }
  const peer = await postgresPeer(rows);
  try {
    return beside(name, 'PostgreSQL pg_trgm', await timesOfBoth(queries, ours, peer.ask));
  } finally {
    await peer.close();
  }
}

/** Time, size, and how often the listing that is looked for is among the first three. */
async function besideMiniSearch(
  engine: Engine,
  index: QueryIndex,
  entries: readonly Entry[],
  mix: readonly Query[],
): Promise<Figure[]> {
  const peer = miniSearchPeer(
    entries.map(({ row }) => row),
    garbageCollector(),
  );
  const asking = mix.filter(({ q }) => q !== undefined);
  const times = await timesOfBoth(
    asking,
    query => engine.search(query),
    ({ q = '' }) => peer.searchAll(q),
  );
  const size = wordBytes(index) / 1e6;
  return [
    ...beside(`q, ${count(entries.length)} listings`, 'MiniSearch', times),
    cost(`index of words, ${count(entries.length)} listings`, 'MB', size, {
      name: 'MiniSearch',
      value: peer.bytes / 1e6,
    }),
    ...(entries.length < SLOW_FROM ? await knownItemFigures(engine, peer, entries) : []),
  ];
}

/** What of an index is there for `q` only. */
function wordBytes({ vocabulary, having, nameLengths }: QueryIndex): number {
  let bytes = 0;
  JSON.stringify([vocabulary, having, nameLengths], (_, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    bytes += value.byteLength;
    return undefined;
  });
  return bytes;
}

const KNOWN_ITEMS = 300;

async function knownItemFigures(engine: Engine, peer: MiniSearchPeer, entries: readonly Entry[]): Promise<Figure[]> {
  const listed = entries.filter(({ row }) => DEFAULT_QUERY.status.includes(row.status));
  const kinds = Map.groupBy(loadKnownItems(listed, KNOWN_ITEMS, seeded(9)), ({ kind }) => kind);
  const figures: Figure[] = [];
  for (const [kind, items] of kinds) {
    let ours = 0;
    let theirs = 0;
    for (const { id, q } of items) {
      ours += Number((await firstThree(engine, q)).includes(id));
      theirs += Number(peer.search(q).slice(0, 3).includes(id));
    }
    const percent = (found: number) => (100 * found) / items.length;
    figures.push(
      rate(`found among the first three by ${kind}`, '%', percent(ours), {
        name: 'MiniSearch',
        value: percent(theirs),
      }),
    );
  }
  return figures;
}

async function firstThree(engine: Engine, q: string): Promise<string[]> {
  const { rows } = await engine.search({ ...DEFAULT_QUERY, q, sort: 'relevance', limit: 3 });
  return JSON.parse(`[${new TextDecoder().decode(rows)}]`).map(({ id }: Row) => id);
}

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
