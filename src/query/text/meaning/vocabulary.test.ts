import { expect, test } from 'vitest';
import { foldPlural } from './vocabulary.ts';

test.each([
  ['messages', 'message'],
  ['currencies', 'currency'],
  ['movies', 'movie'],
  ['pies', 'pie'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['caches', 'cache'],
  ['sizes', 'size'],
  ['houses', 'house'],
])('folds "%s" and "%s" into the same form', (plural, singular) => {
  expect(foldPlural(plural)).toBe(foldPlural(singular));
  expect(foldPlural(foldPlural(plural))).toBe(foldPlural(plural));
});

test.each(['address', 'status', 'analysis', 'news', 'sms', 'gas', 'weather'])('keeps "%s"', token => {
  expect(foldPlural(token)).toBe(token);
});
