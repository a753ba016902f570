import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { addressesFrom } from '#edge/configuration.ts';
import type { Row } from '#listing/row.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import { buildIndex } from '#query/index-build.ts';
import { indexEngine } from '#query/index-engine.ts';
import { readParameters } from '#query/parameters.ts';
import type { Query } from '#query/query.ts';
import { cost, type Figure } from './figure.ts';

/** How many queries of the mix are timed. */
const QUERIES = 400;

/**
 * The time of a query, over a mix of filters, words with and without a typing error, sorts and deep offsets: ours beside
 * the algorithm of the nearest registry (array filter, substring, localeCompare sort); and for words alone beside
 * MiniSearch and SQLite's trigram index.
 */
export async function benchQuery(registryDir: string): Promise<Figure[]> {
  const catalogue = new LiveCatalogue({ registry: registryDir }, addressesFrom({}, 'http://127.0.0.1'));
  await catalogue.load();
  const entries = catalogue.entries();
  const rows = entries.map(({ row }) => row);
  const started = performance.now();
  const engine = indexEngine(await buildIndex(entries));
  const building = performance.now() - started;

  const mix = queryMix(rows);
  const ours = await timesOf(mix, query => engine.search(query));
  const naive = await timesOf(mix, query => naively(rows, query));
  const words = mix.filter(({ q }) => q !== undefined);
  const ourWords = await timesOf(words, query => engine.search(query));
  const mini = miniSearch(rows);
  const miniWords = await timesOf(words, ({ q = '' }) =>
    mini.search(q, { fuzzy: 0.2, prefix: true, combineWith: 'AND' }),
  );
  const sqlite = trigrams(rows);
  const sqliteWords = await timesOf(words, ({ q = '' }) => sqlite(q));

  const unit = 'ms';
  return [
    cost(`index of ${rows.length} listings built`, unit, building),
    cost('a query of the mix, median', unit, at(ours, 0.5), { name: 'array filter and sort', value: at(naive, 0.5) }),
    cost('a query of the mix, 99th of 100', unit, at(ours, 0.99), {
      name: 'array filter and sort',
      value: at(naive, 0.99),
    }),
    cost('words, median', unit, at(ourWords, 0.5), { name: 'MiniSearch', value: at(miniWords, 0.5) }),
    cost('words, median', unit, at(ourWords, 0.5), { name: 'SQLite FTS5 trigram', value: at(sqliteWords, 0.5) }),
  ];
}

function queryMix(rows: readonly Row[]): Query[] {
  const searches = Array.from({ length: QUERIES }, (_, i) => {
    const name = rows[(i * 7919) % rows.length]?.name.split(/\s+/)[0] ?? 'api';
    const mistyped = name.slice(0, 2) + name.slice(3);
    const kinds = [
      'category=computing&auth_required=false',
      `q=${encodeURIComponent(name)}`,
      `q=${encodeURIComponent(mistyped || 'api')}`,
      'sort=name&limit=50&offset=1500',
      'pricing_model=free&primary_category=live&sort=name',
      'free_only=true&maintained_by=organization&offset=100',
      `q=${encodeURIComponent(name)}&auth_required=true`,
      '',
    ];
    return kinds[i % kinds.length] ?? '';
  });
  return searches.flatMap(search => {
    const parameters = readParameters(new URLSearchParams(search));
    return parameters.ok ? [parameters.query] : [];
  });
}

/** As the nearest registry answers: filter an array, look for the text in each, sort by locale, cut the page out. */
function naively(rows: readonly Row[], { filters, q, sort, limit, offset }: Query): string {
  const wanted = q?.toLowerCase();
  const found = rows.filter(row => {
    if (filters.category && !row.categories.includes(filters.category)) return false;
    if (filters.primary_category && row.primary_category !== filters.primary_category) return false;
    if (filters.pricing_model && row.pricing_model !== filters.pricing_model) return false;
    if (filters.maintained_by && row.maintained_by !== filters.maintained_by) return false;
    if (filters.auth_required !== undefined && row.auth_required !== filters.auth_required) return false;
    if (filters.free_only && row.pricing_model !== 'free' && row.payment_model !== 'free') return false;
    return !wanted || row.name.toLowerCase().includes(wanted) || row.description.toLowerCase().includes(wanted);
  });
  found.sort(
    sort === 'name' ? (a, b) => a.name.localeCompare(b.name) : (a, b) => b.created_at.localeCompare(a.created_at),
  );
  return JSON.stringify(found.slice(offset, offset + limit));
}

function miniSearch(rows: readonly Row[]): MiniSearch<Row> {
  const mini = new MiniSearch<Row>({ fields: ['name', 'description'], storeFields: [] });
  mini.addAll(rows);
  return mini;
}

function trigrams(rows: readonly Row[]): (text: string) => unknown {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE listing USING fts5(name, description, tokenize = 'trigram')");
  const insert = database.prepare('INSERT INTO listing VALUES (?, ?)');
  for (const { name, description } of rows) insert.run(name, description);
  const select = database.prepare('SELECT rowid FROM listing WHERE listing MATCH ? ORDER BY rank LIMIT 100');
  return text => (text.length < 3 ? [] : select.all(`"${text.replaceAll('"', '""')}"`));
}

async function timesOf(queries: readonly Query[], answer: (query: Query) => unknown): Promise<number[]> {
  for (const query of queries.slice(0, 40)) await answer(query);
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    await answer(query);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
