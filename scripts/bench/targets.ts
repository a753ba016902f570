import { type Figure, LIMIT } from './figure.ts';

const MIX_10 = 'query mix, 10,000 listings';
const MIX_100 = 'query mix, 100,000 listings';
const WORKER = 'Worker with 100,000 listings';

/** The target ratios: the figure, its baseline, and how many times better it must be. */
export const TARGETS: readonly (readonly [name: string, baseline: string, ratio: number])[] = [
  [`${MIX_10}, p50`, 'array filter and sort', 40],
  [`${MIX_10}, p99`, 'array filter and sort', 20],
  [`${MIX_100}, p50`, 'array filter and sort', 400],
  [`${MIX_100}, p99`, 'array filter and sort', 60],
  [`${MIX_100}, p50`, 'SQLite FTS5', 100],
  [`${MIX_100}, p99`, 'SQLite FTS5', 100],
  [`${MIX_100}, p50`, 'PostgreSQL pg_trgm', 100],
  [`${MIX_100}, p99`, 'PostgreSQL pg_trgm', 100],
  ['q, 10,000 listings, mean', 'MiniSearch', 18],
  ['q, 100,000 listings, mean', 'MiniSearch', 58],
  ['longest q, 100,000 listings, CPU time', LIMIT, 1],
  ['text index, 10,000 listings', 'MiniSearch', 4],
  ['text index, 10,000 listings', LIMIT, 1],
  ['index of 100,000 listings, with rows', LIMIT, 1],
  ['index of 100,000 listings, verified and loaded, CPU time', LIMIT, 1],
  [`${WORKER}, index loading and first query, CPU time`, LIMIT, 1],
  [`${WORKER}, memory of the isolate, with rows`, LIMIT, 1],
  ['requests per second: the home page', 'bare node:http', 0.8],
  ['requests per second: a listing', 'bare node:http', 0.8],
  ['requests per second: a static list page', 'bare node:http', 0.8],
  ['requests per second: a query with three filters', 'bare node:http', 0.8],
  ['requests per second: the same query, never asked before', 'bare node:http', 0.5],
  ['requests per second: a search with a typo', 'bare node:http', 0.8],
  ['Worker with 10,000 listings, requests per second: a query never asked before', 'a Worker with the same bytes', 0.7],
  ['full build, 10,000 listings', 'bare Astro, pages only', 23 / 20],
  ['full build, 10,000 listings, CPU time', 'bare Astro, pages only', 1 / 0.9],
  ['manifests validated per second', 'JSON.parse and ajv', 1],
  ['packing of 10,000 listings', 'full build', 4],
  ['packing of 100,000 listings', 'full build', 4],
  ['build after one change, 10,000 listings', 'full build', 10],
  ['build after one change, 10,000 listings', LIMIT, 1],
  ['build after another change, 10,000 listings', LIMIT, 1],
  ['build without a change, 10,000 listings', LIMIT, 1],
  ['from POST to listed, 10,000 listings, median', LIMIT, 1],
  ['from POST to listed, 50,000 listings, median', LIMIT, 1],
  ['longest gap between timer ticks after a submission, 10,000 listings', LIMIT, 1],
  ['longest gap between timer ticks after a submission, 50,000 listings', LIMIT, 1],
  ['live checks per second', 'bare sockets', 0.8],
  ['writing the results (first)', LIMIT, 1],
  ['writing the results (unchanged)', LIMIT, 1],
  ['peak memory', LIMIT, 1],
];

/** Adds its target to a figure, if it has one. */
export function withTarget(figure: Figure): Figure {
  const found = TARGETS.find(([name, baseline]) => name === figure.name && baseline === figure.beside?.name);
  return found ? { ...figure, aim: found[2] } : figure;
}
