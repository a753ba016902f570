import { ConceptMatcher, MAX_VALUE } from './concept-matcher.ts';
import { type ConceptTerms, findConceptTerms, LEAST_LITERAL, TYPO_PRESENCE } from './concept-terms.ts';
import { compareMeaning } from './meaning/listing-direction.ts';
import { meanDirection } from './meaning/word-vectors.ts';
import type { Concept, QueryPlan } from './query-plan.ts';
import { computeRelevance, EXACT, type Evidence, gradeMatch, NONE } from './relevance.ts';
import type { ListingMeanings, TermSource } from './term-source.ts';

/** The listings that match a query. */
export interface RankedListings {
  /** In ascending order. */
  readonly listings: Uint32Array<ArrayBuffer>;
  /** For each of them, its relevance and its grade. */
  readonly relevance: Uint16Array<ArrayBuffer>;
  readonly grades: Uint8Array<ArrayBuffer>;
  /** For each misspelled word, the most frequent correction. */
  readonly corrections: ReadonlyMap<string, string>;
}

/** How many of the best listings are compared by meaning. */
export const MAX_COMPARED = 200;

/** The weight of a concept, so that rounding does not lose small differences. */
const WEIGHT_UNIT = 64;

/** How many words of the alternatives stand for a concept that has no English words. */
const MAX_MEANING_ALTERNATIVES = 3;

/** Ranks the listings of a registry for queries. It reuses its memory, so that it ranks one query at a time. */
export class Ranker {
  readonly #source: TermSource;
  readonly #meanings: ListingMeanings | undefined;
  readonly #matcher: ConceptMatcher;
  readonly #scores: Uint32Array;
  readonly #coverages: Uint32Array;
  /** The number of concepts that a listing has, with every word of them. */
  readonly #literals: Uint8Array;
  /** Whether a listing has anything other than corrections. */
  readonly #uncorrected: Uint8Array;

  constructor(source: TermSource, meanings?: ListingMeanings) {
    this.#source = source;
    this.#meanings = meanings;
    this.#matcher = new ConceptMatcher(source);
    this.#scores = new Uint32Array(source.listings);
    this.#coverages = new Uint32Array(source.listings);
    this.#literals = new Uint8Array(source.listings);
    this.#uncorrected = new Uint8Array(source.listings);
  }

  rank({ concepts, isLiteral, isForeign }: QueryPlan): RankedListings {
    const terms = concepts.map(concept => findConceptTerms(this.#source, concept));
    const weights: number[] = [];
    const found: number[] = [];
    for (const [i, concept] of concepts.entries()) {
      const matched = this.#matcher.match(terms[i] as ConceptTerms);
      const weight = Math.round(WEIGHT_UNIT * concept.weight * this.#computeInformation(matched));
      weights.push(weight);
      this.#add(concept, weight, found);
    }
    const ideal = weights.reduce((sum, weight) => sum + weight, 0);
    const needed = weights.reduce((sum, weight, i) => sum + (concepts[i]?.isDetail ? 0 : weight), 0);
    const wanted = isLiteral ? undefined : this.#findMeaning(concepts, terms, weights, isForeign);
    const compared = wanted === undefined ? new Set<number>() : new Set(this.#selectBest(found));
    const evidenceOf = (listing: number): Evidence => ({
      strength: (this.#scores[listing] ?? 0) / Math.max(1, ideal * MAX_VALUE),
      coverage: (this.#coverages[listing] ?? 0) / Math.max(1, (needed || ideal) * 100),
      meaning:
        wanted !== undefined && this.#meanings !== undefined && compared.has(listing)
          ? compareMeaning(wanted, this.#meanings.directionOf(listing), this.#meanings.common)
          : undefined,
      concepts: concepts.filter(({ isDetail }) => !isDetail).length,
      isLiteral: this.#literals[listing] === concepts.length,
      isCorrected: this.#uncorrected[listing] === 0,
    });
    const ranked = collect(found, evidenceOf, isLiteral);
    for (const listing of found) {
      this.#scores[listing] = 0;
      this.#coverages[listing] = 0;
      this.#literals[listing] = 0;
      this.#uncorrected[listing] = 0;
    }
    const corrections = terms.flatMap(({ correction }, i) => {
      const word = concepts[i]?.words[0];
      return correction === undefined || word === undefined ? [] : [[word, correction] as const];
    });
    return { ...ranked, corrections: new Map(corrections) };
  }

  #computeInformation(matched: number): number {
    const { size } = this.#source;
    return Math.log(1 + (size - matched + 0.5) / (matched + 0.5));
  }

  /** Adds the matches of a concept, and the listings that had none before to `found`. */
  #add({ isDetail }: Concept, weight: number, found: number[]): void {
    const { values, presences, matching, found: count } = this.#matcher;
    for (let at = 0; at < count; at++) {
      const listing = matching[at] ?? 0;
      const presence = presences[listing] ?? 0;
      if (this.#scores[listing] === 0) found.push(listing);
      this.#scores[listing] = (this.#scores[listing] ?? 0) + Math.max(1, weight) * (values[listing] ?? 0);
      if (!isDetail) this.#coverages[listing] = (this.#coverages[listing] ?? 0) + weight * presence;
      if (presence >= LEAST_LITERAL) this.#literals[listing] = (this.#literals[listing] ?? 0) + 1;
      if (presence !== TYPO_PRESENCE) this.#uncorrected[listing] = 1;
    }
  }

  /** Returns the direction of what a query means; undefined if none of its words has a vector. */
  #findMeaning(
    concepts: readonly Concept[],
    terms: readonly ConceptTerms[],
    weights: readonly number[],
    isForeign: boolean,
  ): Float64Array | undefined {
    const meanings = this.#meanings;
    if (meanings === undefined) return undefined;
    const vectors = concepts.flatMap(({ words, alternatives }, i) => {
      const { correction } = terms[i] as ConceptTerms;
      const own = correction === undefined ? words : [correction];
      const others = alternatives.slice(0, MAX_MEANING_ALTERNATIVES).flatMap(({ term }) => term.split(' '));
      const known = (isForeign || own.length === 0 ? others : own)
        .map(word => meanings.vectorOf(word))
        .filter(vector => vector !== undefined);
      const weight = (weights[i] ?? 0) / Math.sqrt(Math.max(1, known.length));
      return known.map(vector => ({ vector, weight }));
    });
    return vectors.length > 0 ? meanDirection(meanings.common.length, vectors) : undefined;
  }

  /** Returns the listings with the highest scores, at most `MAX_COMPARED`. Among equal ones, the first listings. */
  #selectBest(found: readonly number[]): readonly number[] {
    if (found.length <= MAX_COMPARED) return found;
    const scores = this.#scores;
    const sorted = Uint32Array.from(found, listing => scores[listing] ?? 0).sort();
    const least = sorted[sorted.length - MAX_COMPARED] ?? 0;
    const better = found.filter(listing => (scores[listing] ?? 0) > least);
    const equal = found.filter(listing => scores[listing] === least).sort((a, b) => a - b);
    return [...better, ...equal.slice(0, MAX_COMPARED - better.length)];
  }
}

/** Grades the listings, and drops those that do not match. */
function collect(
  found: readonly number[],
  evidenceOf: (listing: number) => Evidence,
  isLiteral: boolean,
): Omit<RankedListings, 'corrections'> {
  const ascending = Uint32Array.from(found).sort();
  const relevance = new Uint16Array(ascending.length);
  const grades = new Uint8Array(ascending.length);
  for (let i = 0; i < ascending.length; i++) {
    const evidence = evidenceOf(ascending[i] ?? 0);
    const grade = gradeMatch(evidence);
    grades[i] = isLiteral && grade < EXACT ? NONE : grade;
    relevance[i] = computeRelevance(evidence);
  }
  const isKept = (_: unknown, i: number) => (grades[i] ?? NONE) > NONE;
  return {
    listings: ascending.filter(isKept),
    relevance: relevance.filter(isKept),
    grades: grades.filter(isKept),
  };
}
