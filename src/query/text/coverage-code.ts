import { LEAST_LITERAL } from './concept-terms.ts';

/**
 * How a listing has a concept, as one byte, because a query adds up thousands of them. From 0 to 100, it is the coverage:
 * how sure it is that the listing has what the concept means, at most as much as the concept is prominent in it.
 */

/** Marks that the listing has the concept literally. */
const WHOLE = 128;

/** A literal match is fully prominent from the value `100 << PROMINENT_BITS`, half of the best. */
const PROMINENT_BITS = 2;

/** The number of codes. */
export const COVERAGE_CODES = 256;

/**
 * Encodes the best match of a listing.
 * @param presence from 0 to 100
 * @param value quality times strength
 */
export function encodeCoverage(presence: number, value: number): number {
  if (value === 0) return 0;
  const coverage = Math.min(presence, Math.max(1, value >> PROMINENT_BITS));
  return presence >= LEAST_LITERAL ? WHOLE + coverage : coverage;
}

/** Returns the coverage of a code, from 0 to 100. */
export function coverageOf(code: number): number {
  return isWhole(code) ? code - WHOLE : code;
}

/** Whether the listing has all words of the concept, in some form. */
export function isWhole(code: number): boolean {
  return code >= WHOLE;
}
