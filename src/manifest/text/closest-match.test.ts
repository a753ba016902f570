import { expect, test } from 'vitest';
import { values } from '../taxonomy.ts';
import { findClosestMatch, suggestName } from './closest-match.ts';

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

test.each([
  ['lsit', 'list'],
  ['submt', 'submit'],
  ['val', 'validate'],
])('suggests the name %s → %s', (word, name) => expect(suggestName(word, ['list', 'submit', 'validate'])).toBe(name));

test.each(['', 's', 'x'])('suggests no name for %j', word =>
  expect(suggestName(word, ['show', 'submit', 'validate'])).toBeUndefined(),
);
