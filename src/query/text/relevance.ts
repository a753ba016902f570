import type { Match } from '../engine.ts';

/** The maximum relevance; relevance is an integer from 0. Listings with the same relevance are equally good. */
export const HIGHEST = 4095;

/** How much the similarity of meanings counts, relative to the words. */
const MEANING_WEIGHT = 0.65;

/**
 * The least confidence of a match, and of one that is more than near. The logistic regression behind `computeConfidence`
 * estimates that one in six and one in two such listings serve the need.
 */
const LEAST_NEAR = -1.7;
const LEAST_PARTIAL = 0;

/** With this much of the query, a listing is more than near. */
const SUFFICIENT_COVERAGE = 0.8;

/** The similarity of a meaning that is unknown. */
const UNKNOWN_MEANING = 0.25;

/** What a listing has of a query. */
export interface Evidence {
  /** The strength of the words, from 0 to 1. */
  readonly strength: number;
  /** How much of the query the listing has, whatever its strength, from 0 to 1. */
  readonly coverage: number;
  /** The similarity of the meanings, from -1 to 1; undefined if one is unknown. */
  readonly meaning: number | undefined;
  /** The number of concepts of the query, without details. */
  readonly concepts: number;
  /** Whether the listing has every word of the query. */
  readonly isLiteral: boolean;
  /** Whether the listing has only corrections of words with typos. */
  readonly isCorrected: boolean;
}

/** The grades of a match, worst first. */
const GRADES: readonly Match[] = ['none', 'near', 'partial', 'exact'];

/** The positions of the grades. */
export const [NONE, NEAR, PARTIAL, EXACT] = [0, 1, 2, 3] as const;

/** Returns the grade at a position. */
export function gradeOf(position: number): Match {
  return GRADES[position] ?? 'none';
}

/** Returns how relevant a listing is, from 0 to `HIGHEST`. */
export function computeRelevance({ strength, meaning = 0 }: Evidence): number {
  const share = (strength + MEANING_WEIGHT * (meaning + 1)) / (1 + 2 * MEANING_WEIGHT);
  return Math.min(HIGHEST, Math.max(0, Math.floor(HIGHEST * share)));
}

/** Returns the position of a match in `GRADES`. */
export function gradeMatch(evidence: Evidence): number {
  if (evidence.isLiteral) return EXACT;
  const confidence = computeConfidence(evidence);
  const isSufficient = evidence.coverage >= SUFFICIENT_COVERAGE || confidence >= LEAST_PARTIAL;
  if (isSufficient) return evidence.isCorrected ? NEAR : PARTIAL;
  return confidence >= LEAST_NEAR ? NEAR : NONE;
}

/**
 * Computes the logarithm of the odds that a listing serves a need. The factors are those of a logistic regression over
 * needs with and without a listing. Of a need in many words, a listing rarely has a large part.
 */
function computeConfidence({ strength, coverage, meaning = UNKNOWN_MEANING, concepts }: Evidence): number {
  const matched = Math.min(3, coverage * concepts);
  return 5 * (strength + coverage + meaning) + 0.8 * matched + 2.85 * Math.log(1 + concepts) - 10.2;
}
