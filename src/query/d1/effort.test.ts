import { expect, test } from 'vitest';
import { affordable } from './effort.ts';

test('ranks all terms unless they have too many matches', () => {
  expect(affordable([80_000, 2, 90_000, 100_000])).toEqual([0, 1, 2, 3]);
  expect(affordable([100_000, 2, 150_000, 99_000, 0])).toEqual([0, 1, 3, 4]);
  expect(affordable([2_000_000])).toEqual([0]);
  expect(affordable([])).toEqual([]);
});
