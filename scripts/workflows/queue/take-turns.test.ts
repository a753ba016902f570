import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('reviews the first of each author before the second, and at most three of one', () => {
  expect(choose(['spam', 'spam', 'spam', 'spam', 'ada'])).toEqual([1, 5, 2, 3]);
});

test('alternates the oldest and the newest, so a long wave does not delay the next author', () => {
  const authors = Array.from({ length: 500 }, (_, index) => `spam-${index}`);
  expect(choose([...authors, 'ada', 'grace']).slice(0, 5)).toEqual([1, 502, 2, 501, 3]);
  expect(choose([...authors, 'ada', 'grace'])).toHaveLength(502);
});

function choose(authors: readonly string[]): readonly number[] {
  const waiting = authors.map((author, index) => ({ number: index + 1, sha: 'abc', author }));
  return takeTurns(waiting, 1000).map(({ number }) => number);
}
