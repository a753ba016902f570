import { expect, test } from 'vitest';
import { limitMatches } from './match-limit.ts';

test('uses all concepts unless they have too many matches', () => {
  expect(limitMatches([80_000, 2, 90_000, 100_000])).toEqual([0, 1, 2, 3]);
  expect(limitMatches([100_000, 2, 150_000, 99_000, 0])).toEqual([0, 1, 3]);
  expect(limitMatches([2_000_000])).toEqual([0]);
  expect(limitMatches([])).toEqual([]);
});
