import { expect, test } from 'vitest';
import { limitRankedTerms } from './rank-limit.ts';

test('ranks all terms unless they have too many matches', () => {
  expect(limitRankedTerms([80_000, 2, 90_000, 100_000])).toEqual([0, 1, 2, 3]);
  expect(limitRankedTerms([100_000, 2, 150_000, 99_000, 0])).toEqual([0, 1, 3, 4]);
  expect(limitRankedTerms([2_000_000])).toEqual([0]);
  expect(limitRankedTerms([])).toEqual([]);
});
