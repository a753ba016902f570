import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';
import { values } from './taxonomy.ts';

test.each([
  ['Weather', 'weather'],
  ['wheather', 'weather'],
  ['food science', 'food-science'],
  ['FoodScience', 'food-science'],
  ['finances', 'finance'],
])('suggests, for %s, the value %s', (word, meant) => expect(nearest(word, values('categories'))).toBe(meant));

test.each(['', ' ', 'sports', 'x'.repeat(100_000)])('suggests nothing for %s', word =>
  expect(nearest(word, values('categories'))).toBeUndefined(),
);
