import type { Match } from '../../engine.ts';
import { findFirst } from '../../index/arrays/find-first.ts';

/** The maximum relevance; relevance is an integer from 0. Listings with the same relevance are equally good. */
export const HIGHEST = 4095;

/** The most that the similarity of meanings counts, relative to the words. */
const MAX_MEANING_WEIGHT = 0.65;

/**
 * How many concepts of a query count as much as the similarity of meanings. The more concepts a query has, the more its words
 * distinguish listings, and the less their mean does.
 */
const CONCEPTS_OF_MEANING = 1.5;

/** How much it counts that a name begins with the query. */
const NAME_WEIGHT = 1.3;

/**
 * The least confidence of a listing that has too little of the need to serve it, and of one that serves it. With a higher
 * one, more results are missing or marked as weak; with a lower one, fewer needs that no listing serves are recognized.
 * Both were chosen with the tuning half of the tasks.
 */
const LEAST_NEAR = -2.8;
const LEAST_PARTIAL = 0;

/** The similarity of a meaning that is unknown. */
const UNKNOWN_MEANING = 0.25;

const GRADES: readonly Match[] = ['none', 'near', 'partial', 'exact'];

/** The positions of the grades. */
export const [NONE, NEAR, PARTIAL, EXACT] = [0, 1, 2, 3] as const;

/** Returns the grade at a position. */
export function gradeOf(position: number): Match {
  return GRADES[position] ?? 'none';
}

/** Returns how much the similarity of meanings counts for a query with a number of concepts, relative to its words. */
export function weighMeaning(concepts: number): number {
  return Math.min(MAX_MEANING_WEIGHT, CONCEPTS_OF_MEANING / concepts);
}

/**
 * Returns how relevant a listing is, from 0 to `HIGHEST`.
 * @param strength how strong the words of the query are in the listing, from 0 to 1
 * @param meaningWeight as `weighMeaning` returns it
 * @param meaning the similarity of the meanings, from -1 to 1; undefined if one is unknown
 * @param nameShare the share of the name that the query covers as its prefix, from 0 to 1
 */
export function computeRelevance(strength: number, meaningWeight: number, meaning = 0, nameShare = 0): number {
  if (nameShare === 1) return HIGHEST;
  const share = (strength + meaningWeight * (meaning + 1) + NAME_WEIGHT * nameShare) / (1 + 2 * MAX_MEANING_WEIGHT);
  // As a 32-bit integer, whose limits take less time than those of a floating-point number.
  return Math.min(HIGHEST, Math.max(0, (HIGHEST * share) | 0));
}

/**
 * Returns the position of a listing in the grades. It runs for each listing with a word of the query, and therefore
 * takes no object.
 * @param coverage how much of the query is prominent in the listing, from 0 to 1
 * @param meaning the similarity of the meanings, from -1 to 1; undefined if one is unknown
 */
type Grader = (coverage: number, meaning: number | undefined) => number;

/**
 * Creates the function that grades listings with at least one of the words of a query, but not all.
 * It compares the logarithm of the odds that a listing serves the need. The factors come from a logistic regression over
 * needs with and without a listing. The more words a need has, the more a large part of them says about a listing, because
 * few listings have it.
 * If the query is one word, every listing with another form of it, such as a longer word or a synonym, serves the need.
 * @param concepts the number of concepts of the query
 * @param isSingleWord whether the query is one word
 */
export function createGrader(concepts: number, isSingleWord: boolean): Grader {
  if (isSingleWord) return () => PARTIAL;
  const length = Math.log(1 + concepts);
  const base = 1.7 * length + (concepts === 1 ? 2.2 : 0) - 6.4;
  const factor = 2.3 + 2.1 * length;
  return (coverage, meaning = UNKNOWN_MEANING) => {
    const confidence = base + factor * coverage + 2.9 * meaning;
    if (confidence >= LEAST_PARTIAL) return PARTIAL;
    return confidence >= LEAST_NEAR ? NEAR : NONE;
  };
}

/** The least confidence of a listing that is of the same kind as another. */
const LEAST_SIMILAR = 3;

/** Grades the listings for the description of another listing: they need less of it than of a need. */
export const gradeSimilar: Grader = (coverage, meaning = UNKNOWN_MEANING) =>
  6.5 * coverage + 4.7 * meaning >= LEAST_SIMILAR ? PARTIAL : NONE;

/**
 * Returns the least coverages that a grader grades as near and as partial if the meaning is unknown. To compare a coverage
 * with these integers takes far less time than to grade it.
 * @param whole the coverage of the whole query
 */
export function findCoverageLimits(grade: Grader, whole: number): { readonly near: number; readonly partial: number } {
  const findLeast = (least: number) => findFirst(whole + 1, covered => grade(covered / whole, undefined) < least);
  return { near: findLeast(NEAR), partial: findLeast(PARTIAL) };
}
