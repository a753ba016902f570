import { expect, test } from 'vitest';
import { add, type BitSet, bitSet, has } from '../../index/arrays/bit-set.ts';
import { createMemoryTerms } from '../memory-terms.ts';
import { planQuery } from '../query-plan.ts';
import { Ranker } from './ranker.ts';

const LISTINGS = 1000;

/** All listings have `api`, a third has `weather`, a few `tide`, and each has one of many other words. */
const documents = Array.from({ length: LISTINGS }, (_, listing) => {
  const terms = new Map([['api', 1 + (listing % 3)]]);
  if (listing % 3 === 0) terms.set('weather', 1 + (listing % 8));
  if (listing % 90 === 0) terms.set('tide', 8);
  return terms.set(`word${listing % 50}`, 1 + (listing % 5));
});
const names = documents.map((_, listing) => (listing % 90 === 0 ? 'Tide' : `Name ${listing}`));
const terms = createMemoryTerms(documents, names);

const QUERIES = [
  'api',
  'weather',
  'tide',
  'weather api',
  'tide weather api',
  'word7 api',
  'word7 tide',
  'wether',
  'none',
];

/** Ranks with a ranker, and copies the results. */
function rank(ranker: Ranker, q: string, passing?: BitSet) {
  const { listings, relevance, grades, bestGrade } = ranker.rank(planQuery(q), passing);
  return { ranked: Array.from(listings, (listing, i) => [listing, relevance[i], grades[i]] as const), bestGrade };
}

test('returns the same results as a new ranker after other queries', () => {
  const ranker = new Ranker(terms);
  for (const first of QUERIES) {
    for (const q of QUERIES) {
      rank(ranker, first);
      expect(rank(ranker, q), `${first}, then ${q}`).toEqual(rank(new Ranker(terms), q));
    }
  }
});

test.each(QUERIES)('returns for %s those of all results that pass', q => {
  const passing = bitSet(LISTINGS);
  for (let listing = 0; listing < LISTINGS; listing += 7) add(passing, listing);
  const ranker = new Ranker(terms);
  const all = rank(ranker, q).ranked;
  const { ranked, bestGrade } = rank(ranker, q, passing);
  expect(ranked).toEqual(all.filter(([listing]) => has(passing, listing)));
  expect(bestGrade).toBe(Math.max(0, ...ranked.map(([, , grade]) => grade ?? 0)));
});

test('leaves out listings that have only a frequent word of the query', () => {
  const { ranked } = rank(new Ranker(terms), 'tide weather forecast api');
  expect(ranked.length).toBeGreaterThan(0);
  expect(ranked.length).toBeLessThan(LISTINGS / 2);
});
