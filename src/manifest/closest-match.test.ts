import { expect, test } from 'vitest';
import { findClosestMatch } from './closest-match.ts';
import { values } from './taxonomy.ts';

test.each([
  ['Weather', 'weather'],
  ['wheather', 'weather'],
  ['food science', 'food-science'],
  ['FoodScience', 'food-science'],
  ['finances', 'finance'],
])('suggests, for %s, the value %s', (word, meant) => expect(findClosestMatch(word, values('categories'))).toBe(meant));

test.each(['', ' ', 'sports', 'x'.repeat(100_000)])('suggests nothing for %s', word =>
  expect(findClosestMatch(word, values('categories'))).toBeUndefined(),
);
