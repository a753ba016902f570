import { PHRASE_MARK } from '../document-terms.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { lengthOf, meanDirection, quantize, type WordVectors } from './word-vectors.ts';

/** How many terms of a listing describe its meaning. */
const MAX_TERMS = 50;

/** After so many terms, a term counts half as much as the first. */
const HALVING = 20;

/**
 * Returns the direction of the meaning of a listing: the mean of the vectors of its words, of which the strongest count
 * most. All zeros if no word has a vector.
 * @param terms as `weighTerms` returns them
 */
export function listingDirection(terms: ReadonlyMap<string, number>, vectors: WordVectors): Int8Array<ArrayBuffer> {
  const known = [...terms].flatMap(([term, strength]) => {
    const word = term.startsWith(PHRASE_MARK) || STOP_WORDS.has(term) ? undefined : vectors.find(term);
    return word === undefined ? [] : [{ word, strength }];
  });
  const strongest = known.sort((a, b) => b.strength - a.strength || a.word - b.word).slice(0, MAX_TERMS);
  return quantize(
    meanDirection(
      vectors.dimensions,
      strongest.map(({ word, strength }, i) => ({
        vector: vectors.vectorAt(word),
        weight: strength / (1 + i / HALVING),
      })),
    ),
  );
}

/**
 * Returns the direction that listings have in common, the mean of their directions. It says nothing about any of them.
 * @param directions of all listings, one after another
 */
export function commonDirection(directions: Int8Array, dimensions: number): Float64Array<ArrayBuffer> {
  const mean = new Float64Array(dimensions);
  const count = directions.length / dimensions;
  for (let listing = 0; listing < count; listing++) {
    const direction = directions.subarray(listing * dimensions, (listing + 1) * dimensions);
    const share = 1 / (count * (lengthOf(direction) || 1));
    for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) + share * (direction[i] ?? 0);
  }
  return mean;
}

/**
 * Returns how similar two meanings are, from -1 to 1, without what the listings have in common.
 * @param direction of a listing
 */
export function compareMeaning(wanted: ArrayLike<number>, direction: Int8Array, common: ArrayLike<number>): number {
  const length = lengthOf(direction);
  if (length === 0) return 0;
  let product = 0;
  let squares = 0;
  for (let i = 0; i < direction.length; i++) {
    const own = (direction[i] ?? 0) / length - (common[i] ?? 0);
    product += own * (wanted[i] ?? 0);
    squares += own * own;
  }
  const lengths = Math.sqrt(squares) * lengthOf(wanted);
  return lengths > 0 ? product / lengths : 0;
}
