import { loadWordVectors } from '../text/meaning/word-vectors.ts';
import type { ListingMeanings, TermSource } from '../text/term-source.ts';
import { findFuzzyMatches } from '../text/words/fuzzy-match.ts';
import { lengthAt, numberOf, rangeOf, textAt } from './arrays/string-table.ts';
import { readNameTerms } from './name-terms.ts';
import type { QueryIndex } from './query-index.ts';
import { countListings, readTermList } from './term-lists.ts';

/** Returns the terms of an index. */
export function createIndexTerms(
  { size, vocabulary, terms, termCounts, names }: QueryIndex,
  meanings?: ListingMeanings,
): TermSource {
  const { words } = vocabulary;
  return {
    size,
    listings: size,
    find: term => numberOf(words, term),
    range: start => rangeOf(words, start),
    textAt: term => textAt(words, term),
    lengthAt: term => lengthAt(words, term),
    findTypos: word => findFuzzyMatches(vocabulary, word, 1),
    ...(meanings && { isCorrect: word => meanings.vectorOf(word) !== undefined }),
    count: term => countListings(terms, term),
    read: (term, listings, strengths) => readTermList(terms, term, listings, strengths),
    countTerms: listing => termCounts[listing] ?? 0,
    readName: (listing, to) => readNameTerms(names, listing, to),
    nameOf: listing => {
      const to = new Uint32Array((names.starts[listing + 1] ?? 0) - (names.starts[listing] ?? 0));
      return Array.from(to.subarray(0, readNameTerms(names, listing, to)), term => textAt(words, term));
    },
  };
}

/** Queries use the words of the vocabulary again and again. */
const MAX_CACHED_VECTORS = 10_000;

/**
 * Returns the meanings of the listings of an index; undefined if it was built without word vectors.
 * @throws if the word vectors are damaged
 */
export function createIndexMeanings({ meaning }: QueryIndex): ListingMeanings | undefined {
  if (meaning === undefined) return undefined;
  const { wordVectors, directions, common } = meaning;
  const loaded = loadWordVectors(wordVectors);
  if (!loaded.ok) throw new Error(`The word vectors of the query index are damaged: ${loaded.error}`);
  const { find, vectorAt } = loaded.value;
  const known = new Map<string, Int8Array | undefined>();
  return {
    vectorOf: word => {
      if (known.has(word)) return known.get(word);
      const number = find(word);
      const vector = number === undefined ? undefined : vectorAt(number);
      if (known.size === MAX_CACHED_VECTORS) known.clear();
      known.set(word, vector);
      return vector;
    },
    common,
    directions: new Int8Array(directions.buffer, directions.byteOffset, directions.length),
  };
}
