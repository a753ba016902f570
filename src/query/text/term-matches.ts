import { countOf, type ListingSet, listingsIn, NO_LISTINGS, union } from '../index/listing-set.ts';
import type { QueryIndex } from '../index/query-index.ts';
import { numberOf, rangeOf } from '../index/string-table.ts';
import { findFuzzyMatches } from './fuzzy-match.ts';
import { BEGINNING, EXACT, INSIDE, isRare, LEVELS, ONE_EDIT, TWO_EDITS } from './relevance.ts';
import type { Term } from './terms.ts';
import { type Vocabulary, wordsWithin } from './vocabulary.ts';

/** The matches of one term of a query. */
export interface TermMatchList {
  /** The levels with matches, best first. A listing may be at several. */
  readonly levels: readonly LevelMatches[];
  /** The listings with the term at any level. */
  readonly anywhere: ListingSet;
  /** For each of `LEVELS`, the number of listings with the term at this level or a better one. */
  readonly having: readonly number[];
}

/** The listings that match a term at one level. */
export interface LevelMatches {
  readonly level: number;
  readonly names: ListingSet;
  readonly descriptions: ListingSet;
}

/** Finds the matches of a term, with typo tolerance if it is rare. */
export function findTermMatches(index: QueryIndex, term: Term): TermMatchList {
  const { having: lists, size } = index;
  const levels: LevelMatches[] = [];
  const having: number[] = [];
  let anywhere = NO_LISTINGS;
  for (const level of LEVELS) {
    const words = findWordsAt(index, term, level, having);
    if (words.length > 0) {
      const names = listingsIn(lists, words.map(nameList));
      const descriptions = listingsIn(lists, words.map(descriptionList));
      anywhere = union(union(anywhere, names, size), descriptions, size);
      levels.push({ level, names, descriptions });
    }
    having.push(words.length > 0 ? countOf(anywhere) : (having[level - 1] ?? 0));
  }
  return { levels, anywhere, having };
}

/** Returns the number of the posting list for a word in names. */
export function nameList(word: number): number {
  return 2 * word;
}

/** Returns the number of the posting list for a word in descriptions. */
export function descriptionList(word: number): number {
  return 2 * word + 1;
}

/** Returns the words that match a term at one level; some of them also match at a better one. */
function findWordsAt(
  { vocabulary, size }: QueryIndex,
  { text, beginning, forms, within, edits }: Term,
  level: (typeof LEVELS)[number],
  having: readonly number[],
): readonly number[] {
  switch (level) {
    case EXACT:
      return findWords(vocabulary, [text]);
    case BEGINNING:
      return [...(beginning ? findLongerWords(vocabulary, text) : []), ...findWords(vocabulary, forms)];
    case INSIDE:
      return within === 'nowhere' ? [] : wordsWithin(vocabulary, text, within);
    case ONE_EDIT:
      return edits >= 1 && isRare(having[BEGINNING] ?? 0, size) ? findFuzzyMatches(vocabulary, text, 1) : [];
    case TWO_EDITS:
      return edits >= 2 && having[ONE_EDIT] === 0 ? findFuzzyMatches(vocabulary, text, 2) : [];
  }
}

function findWords({ words }: Vocabulary, texts: readonly string[]): number[] {
  return texts.map(text => numberOf(words, text)).filter(word => word !== undefined);
}

/** Returns the words that start with another, except itself. */
function findLongerWords({ words }: Vocabulary, text: string): number[] {
  const [from, to] = rangeOf(words, text);
  const first = numberOf(words, text) === undefined ? from : from + 1;
  return Array.from({ length: to - first }, (_, i) => first + i);
}
