import type { Match } from '../engine.ts';

/** The maximum relevance; relevance is an integer from 0. Listings with the same relevance are equally good. */
export const HIGHEST = 4095;

/** How much the similarity of meanings counts, relative to the words. */
const MEANING_WEIGHT = 0.65;

/** How much it counts that a name begins with the query. */
const NAME_WEIGHT = 1.3;

/**
 * The least confidence of a listing that is loosely related, and of one that serves the need. With a higher one, more
 * results are missing or marked as weak; with a lower one, fewer needs that no listing serves are recognized. Both were
 * chosen with the tuning half of the tasks.
 */
const LEAST_NEAR = -3.5;
const LEAST_PARTIAL = 1;

/** The number of terms of a typical listing, and the minimum for a comparison. */
const USUAL_TERMS = 110;
const MIN_TERMS = 15;

/** How short the text of a listing is, by its number of terms. */
const BREVITIES = Float64Array.from({ length: USUAL_TERMS + 1 }, (_, terms) =>
  Math.log(USUAL_TERMS / Math.max(MIN_TERMS, terms)),
);

/** The share of the query from which a listing serves the need. */
const SUFFICIENT_COVERAGE = 0.8;

/** The similarity of a meaning that is unknown. */
const UNKNOWN_MEANING = 0.25;

const GRADES: readonly Match[] = ['none', 'near', 'partial', 'exact'];

/** The positions of the grades. */
export const [NONE, NEAR, PARTIAL, EXACT] = [0, 1, 2, 3] as const;

/** Returns the grade at a position. */
export function gradeOf(position: number): Match {
  return GRADES[position] ?? 'none';
}

/**
 * Returns how relevant a listing is, from 0 to `HIGHEST`.
 * @param strength how strong the words of the query are in the listing, from 0 to 1
 * @param meaning the similarity of the meanings, from -1 to 1; undefined if one is unknown
 * @param nameShare the share of the name that the query covers as its prefix, from 0 to 1
 */
export function computeRelevance(strength: number, meaning = 0, nameShare = 0): number {
  if (nameShare === 1) return HIGHEST;
  const share = (strength + MEANING_WEIGHT * (meaning + 1) + NAME_WEIGHT * nameShare) / (1 + 2 * MEANING_WEIGHT);
  return Math.min(HIGHEST, Math.max(0, Math.floor(HIGHEST * share)));
}

/**
 * Returns the position of a listing in the grades. It runs for each listing with a word of the query, and therefore
 * takes no object.
 * @param strength how strong the words of the query are in the listing, from 0 to 1
 * @param coverage how much of the query the listing has, from 0 to 1
 * @param meaning the similarity of the meanings, from -1 to 1; undefined if one is unknown
 * @param terms the number of terms of the listing
 */
type Grader = (strength: number, coverage: number, meaning: number | undefined, terms: number) => number;

/**
 * Creates the function that grades the listings for a query, which have at least one of its words.
 * It compares the logarithm of the odds that a listing serves the need, whose factors are those of a logistic regression
 * over needs with and without a listing. Of a need in many words, a listing rarely has a large part, and a listing with
 * a short text has even less of it.
 * @param concepts the number of concepts of the query, without details
 * @returns the position in the grades
 */
export function createGrader(concepts: number): Grader {
  const base = 2.85 * Math.log(1 + concepts) - 10.2;
  return (strength, coverage, meaning = UNKNOWN_MEANING, terms) => {
    if (coverage >= SUFFICIENT_COVERAGE) return PARTIAL;
    const brevity = BREVITIES[Math.min(USUAL_TERMS, terms)] ?? 0;
    const confidence =
      base + 5 * (strength + coverage + meaning) + 0.8 * Math.min(3, coverage * concepts) + 1.5 * brevity;
    if (confidence >= LEAST_PARTIAL) return PARTIAL;
    return confidence >= LEAST_NEAR ? NEAR : NONE;
  };
}
