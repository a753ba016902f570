import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';
import { values } from './taxonomy.ts';

test.each([
  ['Weather', 'weather'],
  ['wheather', 'weather'],
  ['food science', 'food-science'],
  ['FoodScience', 'food-science'],
  ['finances', 'finance'],
])('by %s one means %s', (word, meant) => expect(nearest(word, values('categories'))).toBe(meant));

test.each(['', ' ', 'sports', 'x'.repeat(100_000)])('by %s one means none', word =>
  expect(nearest(word, values('categories'))).toBeUndefined(),
);
