import { expect, test } from 'vitest';
import { createTenfoldScale } from './tenfold-scale.ts';

test('starts and ends at powers of ten with equal distances', () => {
  const { least, most, at } = createTenfoldScale([0.1, 7.5, 390]);
  expect([least, most]).toEqual([0.1, 1000]);
  expect([0.1, 1, 10, 100, 1000].map(at)).toEqual([0, 25, 50, 75, 100]);
});

test('supports a single value', () => {
  const { least, most, at } = createTenfoldScale([1]);
  expect([least, most, at(1)]).toEqual([1, 10, 0]);
});
