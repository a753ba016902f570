import { expect, test } from 'vitest';
import { tenfoldScale } from './tenfold-scale.ts';

test('a scale begins and ends at powers of ten, and each tenfold is as far as the next', () => {
  const { least, most, at } = tenfoldScale([0.1, 7.5, 390]);
  expect([least, most]).toEqual([0.1, 1000]);
  expect([0.1, 1, 10, 100, 1000].map(at)).toEqual([0, 25, 50, 75, 100]);
});

test('a single value has a scale, too', () => {
  const { least, most, at } = tenfoldScale([1]);
  expect([least, most, at(1)]).toEqual([1, 10, 0]);
});
