import { countOf, type ListingSet, listingsIn, NO_LISTINGS, union } from '../index/listing-set.ts';
import type { QueryIndex } from '../index/query-index.ts';
import { numberOf, rangeOf } from '../index/string-table.ts';
import { findFuzzyMatches } from './fuzzy-match.ts';
import { BEGINNING, EXACT, INSIDE, isRare, LEVELS, ONE_EDIT, TWO_EDITS } from './relevance.ts';
import type { Term } from './terms.ts';
import { type Vocabulary, wordsWithin } from './vocabulary.ts';

/** Where one term of a question occurs. */
export interface TermMatchList {
  /** The levels at which it occurs, best first. A listing may be at several. */
  readonly levels: readonly LevelMatches[];
  /** The listings that have the term at all. */
  readonly anywhere: ListingSet;
  /** For each of `LEVELS`, how many listings have the term so or better. */
  readonly having: readonly number[];
}

/** The listings that have a term at one level. */
export interface LevelMatches {
  readonly level: number;
  readonly names: ListingSet;
  readonly descriptions: ListingSet;
}

/** Finds where a term occurs, typing errors included where it is rare. */
export function findTermMatches(index: QueryIndex, term: Term): TermMatchList {
  const { having: lists, size } = index;
  const levels: LevelMatches[] = [];
  const having: number[] = [];
  let anywhere = NO_LISTINGS;
  for (const level of LEVELS) {
    const words = wordsAt(index, term, level, having);
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

/** The number of the list of those that have a word in their name. */
export function nameList(word: number): number {
  return 2 * word;
}

/** The number of the list of those that have a word in their description. */
export function descriptionList(word: number): number {
  return 2 * word + 1;
}

/** The words that are the term at one level; some of them are so at a better one, too. */
function wordsAt(
  { vocabulary, size }: QueryIndex,
  { text, beginning, forms, within, edits }: Term,
  level: (typeof LEVELS)[number],
  having: readonly number[],
): readonly number[] {
  switch (level) {
    case EXACT:
      return known(vocabulary, [text]);
    case BEGINNING:
      return [...(beginning ? longerWords(vocabulary, text) : []), ...known(vocabulary, forms)];
    case INSIDE:
      return within === 'nowhere' ? [] : wordsWithin(vocabulary, text, within);
    case ONE_EDIT:
      return edits >= 1 && isRare(having[BEGINNING] ?? 0, size) ? findFuzzyMatches(vocabulary, text, 1) : [];
    case TWO_EDITS:
      return edits >= 2 && having[ONE_EDIT] === 0 ? findFuzzyMatches(vocabulary, text, 2) : [];
  }
}

function known({ words }: Vocabulary, texts: readonly string[]): number[] {
  return texts.map(text => numberOf(words, text)).filter(word => word !== undefined);
}

/** The words that begin with another, itself apart. */
function longerWords({ words }: Vocabulary, text: string): number[] {
  const [from, to] = rangeOf(words, text);
  const first = numberOf(words, text) === undefined ? from : from + 1;
  return Array.from({ length: to - first }, (_, i) => first + i);
}
