import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStringTable } from '../../index/arrays/string-table.ts';
import { createVocabulary } from '../vocabulary.ts';
import { isWithinEditDistance } from './edit-distance.ts';
import { findFuzzyMatches } from './fuzzy-match.ts';

/** A few letters, one of them outside ASCII, so that many words are similar. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'д'), minLength: 1, maxLength: 11 });

test('finds all words within an edit distance, and no others', () => {
  const cases = fc.record({
    words: fc.uniqueArray(word, { maxLength: 200, minLength: 20 }),
    wanted: word,
    most: fc.constantFrom(1, 2),
  });
  fc.assert(
    fc.property(cases, ({ words, wanted, most }) => {
      const sorted = words.toSorted();
      const near = sorted.filter(each => isWithinEditDistance(each, wanted, most));
      expect(
        findFuzzyMatches(createVocabulary(createStringTable(sorted)), wanted, most).map(number => sorted[number]),
      ).toEqual(near);
    }),
    { numRuns: 300 },
  );
});

test('finds words longer than 30 letters', () => {
  const words = [
    'donaudampfschifffahrtsgesellschaft',
    'donaudampfschifffahrtskapitaen',
    'storsimple8000seriesmanagementclient',
  ];
  const vocabulary = createVocabulary(createStringTable(words));
  expect(findFuzzyMatches(vocabulary, 'donuadampfschifffahrtsgesellschaft', 1)).toEqual([0]);
  expect(findFuzzyMatches(vocabulary, 'storsimple800seriesmanagementclinet', 1)).toEqual([]);
  expect(findFuzzyMatches(vocabulary, 'storsimple800seriesmanagementclinet', 2)).toEqual([2]);
});

test.each(['orecast', 'xforecast', 'vorecast', 'ofrecast', 'forecats', 'forcast', 'forecastt', 'fourecats'])(
  'finds "forecast" for "%s"',
  wanted => {
    const words = ['broadcast', 'forecast', 'foresight', 'forehead'];
    expect(findFuzzyMatches(createVocabulary(createStringTable(words)), wanted, 2)).toEqual([1]);
  },
);
