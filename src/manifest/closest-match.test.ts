import { expect, test } from 'vitest';
import { findClosestMatch } from './closest-match.ts';
import { values } from './taxonomy.ts';

test.each([
  ['Weather', 'weather'],
  ['wheather', 'weather'],
  ['food science', 'food-science'],
  ['FoodScience', 'food-science'],
  ['finances', 'finance'],
])('by %s one means %s', (word, meant) => expect(findClosestMatch(word, values('categories'))).toBe(meant));

test.each(['', ' ', 'sports', 'x'.repeat(100_000)])('by %s one means none', word =>
  expect(findClosestMatch(word, values('categories'))).toBeUndefined(),
);
