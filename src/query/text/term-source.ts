import type { Correction } from './query-plan.ts';

/** The terms of a registry, and the listings that have them. Terms are numbered in the order of their UTF-16 code units. */
export interface TermSource {
  /** The number of listings in the registry, for statistics. */
  readonly size: number;
  /** The number of listings that can be read. Less than `size` if they are only candidates. */
  readonly listings: number;
  /** The number of a term; undefined if no listing has it. */
  find(term: string): number | undefined;
  /** The first term that starts with a text, and the first one after all that do. */
  range(start: string): readonly [from: number, to: number];
  textAt(term: number): string;
  /** The length of a term in UTF-16 code units. */
  lengthAt(term: number): number;
  /** The terms that one typo turns into a word. */
  findTypos(word: string): readonly number[];
  /** Whether a word is correct although no listing has it, so that it has no typo. Undefined if no words are known. */
  readonly isCorrect?: (word: string) => boolean;
  /** The number of listings with a term. */
  count(term: number): number;
  /**
   * The number of listings with a term of a whole concept or with all of its words. Undefined if all listings can be read,
   * so that reading counts.
   */
  readonly countWhole?: (terms: ConceptTerms) => number;
  /**
   * Reads the listings with a term, and the strength of the term in each.
   * @returns how many there are
   */
  read(term: number, listings: Uint32Array, strengths: Uint8Array): number;
  /** The number of terms of a listing. */
  countTerms(listing: number): number;
  /** The words of a listing's name, as `nameWords` returns them. */
  nameOf(listing: number): readonly string[];
  /**
   * Reads the words of a listing's name as terms, at most as many as there is room for, and returns how many. Undefined if
   * names may have words that are not among the terms.
   */
  readonly readName?: (listing: number, terms: Uint32Array) => number;
}

/** The meanings of the listings of a registry, as directions. */
export interface ListingMeanings {
  /** The vector of a word; undefined if it has none. */
  vectorOf(word: string): Int8Array | undefined;
  /** The direction that the listings have in common. */
  readonly common: ArrayLike<number>;
  /** The directions of all listings, one after another; all zeros for a listing whose words have no vectors. */
  readonly directions: Int8Array;
}

/** How a term matches a word of a query. */
export interface TermMatch {
  readonly term: number;
  /** How much a match counts in the ranking, from 0 to 100. */
  readonly quality: number;
  /** The confidence that the listing has the meaning of the word, from 0 to 100. */
  readonly presence: number;
}

/** The terms that match a concept. */
export interface ConceptTerms {
  /** Each of them matches the whole concept. */
  readonly whole: readonly TermMatch[];
  /** For each word of a concept of several words, the terms that match it. Empty for other concepts. */
  readonly parts: readonly (readonly TermMatch[])[];
  /** Whether a word is a correction, so that no listing has the concept literally. */
  readonly isCorrected?: boolean;
  /** The most frequent correction, if the word has a typo. Its terms do not match yet. */
  readonly correction?: Correction;
  /** The word, if so few listings have it that it identifies them. */
  readonly distinctive?: string;
}
