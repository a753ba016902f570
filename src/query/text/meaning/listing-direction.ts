import { PHRASE_MARK } from '../document-terms.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { dot, lengthOf, quantize, type WordVectors } from './word-vectors.ts';

/** How many terms of a listing describe its meaning. */
const MAX_TERMS = 50;

/** The rank of the term that counts half as much as the first. */
const HALVING = 20;

/**
 * Returns the direction of the meaning of a listing: the mean of the vectors of its words, weighted by strength. All zeros
 * if no word has a vector.
 * @param terms as `weighTerms` returns them
 */
export type ComputeDirection = (terms: ReadonlyMap<string, number>) => Int8Array<ArrayBuffer>;

/** Creates the computation of directions, which caches the words that listings have in common. */
export function createDirections(vectors: WordVectors): ComputeDirection {
  const { dimensions } = vectors;
  const numbers = new Map<string, number>();
  const lengths = new Float64Array(vectors.words.length);

  function findNumber(term: string): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const hasMeaning = !term.startsWith(PHRASE_MARK) && !STOP_WORDS.has(term);
    const number = (hasMeaning ? vectors.find(term) : undefined) ?? UNKNOWN;
    if (numbers.size < MAX_CACHED) numbers.set(term, number);
    return number;
  }

  return terms => {
    const ranks: number[] = [];
    for (const [term, strength] of terms) {
      const word = findNumber(term);
      if (word !== UNKNOWN) ranks.push(strength * vectors.words.length - word);
    }
    // A listing has more than a hundred terms: numbers are sorted without calls, and read without objects.
    const ranked = Float64Array.from(ranks).sort();
    const mean = new Float64Array(dimensions);
    const count = Math.min(MAX_TERMS, ranked.length);
    for (let at = 0; at < count; at++) {
      const rank = ranked[ranked.length - 1 - at] ?? 0;
      const strength = Math.ceil(rank / vectors.words.length);
      const word = strength * vectors.words.length - rank;
      const vector = vectors.vectorAt(word);
      const length = lengths[word] || lengthOf(vector) || 1;
      lengths[word] = length;
      const share = strength / (1 + at / HALVING) / length;
      for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) + share * (vector[i] ?? 0);
    }
    return quantize(mean);
  };
}

/** The number of a term that has no vector. */
const UNKNOWN = -1;
const MAX_CACHED = 200_000;

/**
 * Returns the direction that listings have in common, the mean of their directions. It does not distinguish them.
 * @param directions of all listings, one after another
 */
export function commonDirection(directions: Int8Array, dimensions: number): Float64Array<ArrayBuffer> {
  const mean = new Float64Array(dimensions);
  const count = directions.length / dimensions;
  for (let start = 0; start < directions.length; start += dimensions) {
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += (directions[start + i] ?? 0) ** 2;
    const share = squares > 0 ? 1 / (count * Math.sqrt(squares)) : 0;
    for (let i = 0; i < dimensions; i++) mean[i] = (mean[i] ?? 0) + share * (directions[start + i] ?? 0);
  }
  return mean;
}

/** Compares meanings with the directions of listings, without what the listings have in common. */
export class DirectionComparison {
  readonly #common: ArrayLike<number>;
  readonly #directions: Int8Array;
  /** The length of each direction, and its distance from the common one. A length is 0 before the first comparison. */
  readonly #lengths: Float64Array;
  readonly #distances: Float64Array;

  /** @param directions of all listings, one after another */
  constructor(common: ArrayLike<number>, directions: Int8Array) {
    this.#common = common;
    this.#directions = directions;
    this.#lengths = new Float64Array(directions.length / Math.max(1, common.length));
    this.#distances = new Float64Array(this.#lengths.length);
  }

  /** Creates the function that returns the similarity of a meaning and a listing, from -1 to 1. */
  prepare(wanted: Float64Array): (listing: number) => number {
    const directions = this.#directions;
    const dimensions = this.#common.length;
    const length = lengthOf(wanted) || 1;
    const wantedCommon = dot(wanted, this.#common);
    return listing => {
      if (this.#lengths[listing] === 0) this.#measure(listing);
      const distance = this.#distances[listing] ?? 0;
      if (distance === 0) return 0;
      const start = listing * dimensions;
      // Four sums, because a processor can add to them at the same time. As elements of an array, they take twice as long.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let i = 0;
      for (; i + 3 < dimensions; i += 4) {
        a += (directions[start + i] ?? 0) * (wanted[i] ?? 0);
        b += (directions[start + i + 1] ?? 0) * (wanted[i + 1] ?? 0);
        c += (directions[start + i + 2] ?? 0) * (wanted[i + 2] ?? 0);
        d += (directions[start + i + 3] ?? 0) * (wanted[i + 3] ?? 0);
      }
      for (; i < dimensions; i++) a += (directions[start + i] ?? 0) * (wanted[i] ?? 0);
      const withWanted = a + b + c + d;
      return (withWanted / (this.#lengths[listing] ?? 1) - wantedCommon) / (length * distance);
    };
  }

  #measure(listing: number): void {
    const own = this.#directions.subarray(listing * this.#common.length, (listing + 1) * this.#common.length);
    const length = lengthOf(own);
    const share = length > 0 ? 1 - (2 * dot(own, this.#common)) / length + dot(this.#common, this.#common) : 0;
    this.#lengths[listing] = length || 1;
    this.#distances[listing] = Math.sqrt(Math.max(0, share));
  }
}
