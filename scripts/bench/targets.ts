import type { Figure } from './figure.ts';

const MIX_10 = 'query mix, 10,000 listings';
const MIX_100 = 'query mix, 100,000 listings';
const WORKER = 'Worker with 100,000 listings';

/** The ratios that are aimed at: the figure, beside what, and how many times better. */
export const AIMS: readonly (readonly [name: string, beside: string, aim: number])[] = [
  [`${MIX_10}, p50`, 'array filter and sort', 40],
  [`${MIX_10}, p99`, 'array filter and sort', 20],
  [`${MIX_100}, p50`, 'array filter and sort', 400],
  [`${MIX_100}, p99`, 'array filter and sort', 60],
  [`${MIX_100}, p50`, 'SQLite FTS5', 100],
  [`${MIX_100}, p99`, 'SQLite FTS5', 100],
  [`${MIX_100}, p50`, 'PostgreSQL pg_trgm', 100],
  [`${MIX_100}, p99`, 'PostgreSQL pg_trgm', 100],
  ['q, 10,000 listings, mean', 'MiniSearch', 3],
  ['index of words, 10,000 listings', 'MiniSearch', 4],
  [`${WORKER}, index loaded and asked, CPU time`, 'the most that is aimed at', 1],
  [`${WORKER}, memory of its isolate, rows included`, 'the most that is aimed at', 1],
  ['answers a second: a query with three filters', 'bare node:http', 0.6],
  ['full build, 10,000 listings', 'bare Astro, pages only', 1 / 1.2],
  ['build after one change, 10,000 listings', 'full build', 10],
];

/** A figure with what is aimed at, where anything is. */
export function withAim(figure: Figure): Figure {
  const found = AIMS.find(([name, beside]) => name === figure.name && beside === figure.beside?.name);
  return found ? { ...figure, aim: found[2] } : figure;
}
