import { expect, test } from 'vitest';
import { findStaticWords, searchAnyWord } from './static-search.ts';

test.each([
  ['Please find the prices of ships and a ship in Berlin!', ['price', 'ship', 'berlin']],
  ['to be or not to be', ['to', 'be', 'or', 'not']],
  ['', []],
])('searches for the stems of "%s"', (text, words) => {
  expect(findStaticWords(text)).toEqual(words);
});

test('ranks pages by the sum of the scores of their words', async () => {
  const results: Readonly<Record<string, readonly { id: string; score: number }[]>> = {
    price: [
      { id: 'sky', score: 3 },
      { id: 'sea', score: 2 },
    ],
    ship: [{ id: 'sea', score: 2 }],
  };
  const found = await searchAnyWord(async word => results[word] ?? [], 'the price of a ship today');
  expect(found.map(({ id }) => id)).toEqual(['sea', 'sky']);
});
