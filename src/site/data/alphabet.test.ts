import { expect, test } from 'vitest';
import { createPublisherCard } from '../fixtures/cards.ts';
import { plain } from '../fixtures/minimal-manifest.ts';
import { getLetterAnchor, groupByLetter, letterStarts, sortByName } from './alphabet.ts';

const named = (name: string, host = 'a.example') => createPublisherCard(`https://${host}`, { ...plain, name });
const sorted = sortByName([
  named('zebra'),
  named('Ångström'),
  named('天気'),
  named('3 Harbors'),
  named('(brackets)'),
  named('apple', 'b.example'),
  named('Apple'),
]);

test('sorts names without case and accents, digits first, other scripts last, and ties by id', () => {
  expect(sorted.map(({ row }) => `${row.name} ${row.id}`)).toEqual([
    '3 Harbors a.example',
    'Ångström a.example',
    'Apple a.example',
    'apple b.example',
    'zebra a.example',
    '(brackets) a.example',
    '天気 a.example',
  ]);
});

test('has a heading for each letter with its position', () => {
  expect(groupByLetter(sorted).map(({ letter, listings }) => [letter, listings.length])).toEqual([
    ['0–9', 1],
    ['A', 3],
    ['Z', 1],
    ['Other', 2],
  ]);
  expect(letterStarts(sorted).map(({ start }) => start)).toEqual([0, 1, 4, 5]);
  expect(['0–9', 'A', 'Other'].map(getLetterAnchor)).toEqual(['letter-0-9', 'letter-a', 'letter-other']);
});
