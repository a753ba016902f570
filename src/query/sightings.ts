import { type BitSet, bitSet, count, unite } from './bit-set.ts';
import { numberOf, rangeOf } from './dictionary.ts';
import { wordsNear } from './near-words.ts';
import { uniteList } from './posting-lists.ts';
import type { QueryIndex } from './query-index.ts';
import { BEGINNING, EXACT, INSIDE, isRare, LEVELS, MISSPELT } from './relevance.ts';
import type { Term } from './terms.ts';
import { wordsWithin } from './vocabulary.ts';

/** Where one term of a question occurs. */
export interface TermSightings {
  /** The levels at which it occurs, best first. A listing may be at several. */
  readonly levels: readonly LevelSightings[];
  /** The listings that have the term at all. */
  readonly anywhere: BitSet;
  /** For each of `LEVELS`, how many listings have the term so or better. */
  readonly having: readonly number[];
}

/** The listings that have a term at one level. */
export interface LevelSightings {
  readonly level: number;
  readonly names: BitSet;
  readonly descriptions: BitSet;
}

/** Finds where a term occurs, typing errors included where it is rare. */
export function sightingsOf(index: QueryIndex, term: Term): TermSightings {
  const levels: LevelSightings[] = [];
  const anywhere = bitSet(index.size);
  const having: number[] = [];
  for (const level of LEVELS) {
    const words = wordsAt(index, term, level, having);
    if (words.length > 0) {
      const found = { level, names: bitSet(index.size), descriptions: bitSet(index.size) };
      for (const word of words) {
        uniteList(found.names, index.having, 2 * word);
        uniteList(found.descriptions, index.having, 2 * word + 1);
      }
      unite(anywhere, found.names);
      unite(anywhere, found.descriptions);
      levels.push(found);
    }
    having.push(words.length > 0 ? count(anywhere) : (having.at(-1) ?? 0));
  }
  return { levels, anywhere, having };
}

/** The words that are the term at one level; some of them at a better one, too. */
function wordsAt(
  { vocabulary, size }: QueryIndex,
  { text, beginning, within, edits }: Term,
  level: (typeof LEVELS)[number],
  having: readonly number[],
): readonly number[] {
  switch (level) {
    case EXACT: {
      const word = numberOf(vocabulary.words, text);
      return word === undefined ? [] : [word];
    }
    case BEGINNING: {
      const [from, to] = beginning ? rangeOf(vocabulary.words, text) : [0, 0];
      return Array.from({ length: to - from }, (_, i) => from + i);
    }
    case INSIDE:
      return within === 'nowhere' ? [] : wordsWithin(vocabulary, text, within);
    case MISSPELT:
      return edits > 0 && isRare(having[BEGINNING] ?? 0, size) ? wordsNear(vocabulary, text, edits) : [];
  }
}
