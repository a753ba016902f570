import { STOP_WORDS } from './stop-words.ts';
import type { Term } from './terms.ts';

/**
 * The levels of a term match, best first: a whole word, the start of a word, another part of a word, one typo, two
 * typos, no match.
 */
export const [EXACT, BEGINNING, INSIDE, ONE_EDIT, TWO_EDITS, ABSENT] = [0, 1, 2, 3, 4, 5] as const;

/** The levels at which a term can match. */
export const LEVELS = [EXACT, BEGINNING, INSIDE, ONE_EDIT, TWO_EDITS] as const;

/** The maximum relevance; relevance is an integer from 0. */
export const HIGHEST = 1023;

/** The confidence of each level that the match is the intended term. */
const CONFIDENCE = [1, 0.8, 0.3, 0.2, 0.1] as const;

/** The weight of a term in the name relative to one in the description. */
export const NAME = 3;

/** The additional weight of a full match of the name, relative to all terms in the description. */
export const WHOLE_NAME = 2;

/**
 * A word with at most this many listings identifies them, so they come first. This costs listings with a similar name
 * at most two places.
 */
const MAX_DISTINCTIVE = 2;

/** The factor for the weight of stop words. */
const STOP_WORD_FACTOR = 0.1;

/** If no listing has every term, a match needs at least this share of the best listing's information, */
const MIN_SHARE_OF_BEST = 0.5;

/** and at least this share of the query's information. */
const MIN_SHARE_OF_QUERY = 0.2;

/**
 * Whether a term is so rare, as a word or the start of one, that it may contain a typo. Only such terms have typo
 * tolerance, because for others, every similar word would be a false match; a second typo is tolerated only if no
 * listing matches with one.
 * @param having the number of listings with the term
 * @param size the number of listings
 */
export function isRare(having: number, size: number): boolean {
  return having < Math.max(1, size / 1000);
}

/** The weights of the terms of a query in one registry. */
export interface TermWeights {
  /** For each term and level, including `ABSENT`, the value of a match. Integers, so that sums are exact. */
  readonly worths: readonly (readonly number[])[];
  /** The maximum value of a listing. */
  readonly best: number;
  /** The value of exact matches of all terms. */
  readonly total: number;
}

/**
 * Computes the weights of terms: the fewer listings have a term, the higher its weight.
 * @param having for each term and level, the number of listings with the term at that level or a better one
 * @param size the number of listings
 */
export function computeTermWeights(
  terms: readonly Term[],
  having: readonly (readonly number[])[],
  size: number,
): TermWeights {
  const worths = terms.map(({ text }, i) => {
    const share = STOP_WORDS.has(text) ? STOP_WORD_FACTOR : 1;
    const exact = having[i]?.[EXACT] ?? 0;
    const divisor = exact > 0 && exact <= MAX_DISTINCTIVE ? NAME + 1 + WHOLE_NAME : 1;
    const worthAt = (level: (typeof LEVELS)[number]) => {
      const confidence = level === EXACT ? 1 : CONFIDENCE[level] / divisor;
      return Math.round(64 * share * confidence * computeBits(having[i]?.[level] ?? 0, size));
    };
    return [...LEVELS.map(worthAt), 0];
  });
  const total = worths.reduce((sum, [exact = 0]) => sum + exact, 0);
  return { worths, total, best: total * (NAME + 1 + WHOLE_NAME) };
}

/** Returns the approximate information, in bits, of a listing being one of `having` among `size`. */
function computeBits(having: number, size: number): number {
  return Math.log2(1 + size / Math.max(1, having));
}

/** The levels at which a listing matches each term of a query. */
export interface TermMatches {
  readonly name: ArrayLike<number>;
  readonly description: ArrayLike<number>;
}

/**
 * Computes how well a listing matches a query.
 * @param nameLength the number of words in its name
 * @returns an integer from 0 to `HIGHEST`
 */
export function computeRelevance(
  { worths, best }: TermWeights,
  { name, description }: TermMatches,
  nameLength: number,
): number {
  let worth = 0;
  let named = 0;
  let namedWorth = 0;
  for (let term = 0; term < worths.length; term++) {
    const inName = worths[term]?.[name[term] ?? ABSENT] ?? 0;
    const inDescription = worths[term]?.[description[term] ?? ABSENT] ?? 0;
    worth += NAME * inName + inDescription;
    namedWorth += inName;
    named += Number(inName > 0);
  }
  const wholeName = (WHOLE_NAME * namedWorth * Math.min(named, nameLength)) / Math.max(1, nameLength);
  return best === 0 ? 0 : Math.floor((HIGHEST * (worth + wholeName)) / best);
}

/** Computes how much of the query's information a listing has, in any field. */
export function computeInformation({ worths }: TermWeights, { name, description }: TermMatches): number {
  let worth = 0;
  for (let term = 0; term < worths.length; term++) {
    worth += worths[term]?.[Math.min(name[term] ?? ABSENT, description[term] ?? ABSENT)] ?? 0;
  }
  return worth;
}

/**
 * Returns the minimum information of a match if no listing has every term.
 * @param most the maximum information of any listing
 */
export function enough({ total }: TermWeights, most: number): number {
  return Math.max(most * MIN_SHARE_OF_BEST, total * MIN_SHARE_OF_QUERY);
}
