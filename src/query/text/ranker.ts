import { ConceptMatcher, MAX_VALUE } from './concept-matcher.ts';
import { findConceptTerms, LEAST_LITERAL, PREFIX_PRESENCE, TYPO_PRESENCE } from './concept-terms.ts';
import { compareMeanings } from './meaning/listing-direction.ts';
import { meanDirection } from './meaning/word-vectors.ts';
import { type Concept, DETAIL_WEIGHT, type QueryPlan } from './query-plan.ts';
import { computeRelevance, createGrader, EXACT, NEAR, NONE, PARTIAL } from './relevance.ts';
import type { ConceptTerms, ListingMeanings, TermSource } from './term-source.ts';

/** The listings that match a query. */
export interface RankedListings {
  /** In ascending order. */
  readonly listings: Uint32Array<ArrayBuffer>;
  /** The relevance of each listing. If all listings that pass the filters are only related, there is no match. */
  readonly relevance: Uint16Array<ArrayBuffer>;
  readonly grades: Uint8Array<ArrayBuffer>;
  /** For each misspelled word, the most frequent correction. */
  readonly corrections: ReadonlyMap<string, string>;
}

/** How many of the best listings are compared by meaning. */
const MAX_COMPARED = 100;

/** The weight of a concept, so that rounding does not lose small differences. */
const WEIGHT_UNIT = 64;

/** How many words of the alternatives stand for a concept that has no English words. */
const MAX_MEANING_ALTERNATIVES = 3;

/** Ranks the listings of a registry for queries. It reuses its memory, so that it ranks one query at a time. */
export class Ranker {
  readonly #source: TermSource;
  readonly #meanings: ListingMeanings | undefined;
  readonly #matcher: ConceptMatcher;
  /** The listings with a match, the first `#found` elements. */
  readonly #matching: Uint32Array;
  #found = 0;
  readonly #scores: Uint32Array;
  readonly #coverages: Uint32Array;
  /** The number of concepts that a listing has, with every word of them. */
  readonly #literals: Uint8Array;
  /** Whether a listing has anything other than corrections. */
  readonly #uncorrected: Uint8Array;

  constructor(source: TermSource, meanings?: ListingMeanings) {
    const { listings } = source;
    this.#source = source;
    this.#meanings = meanings;
    this.#matcher = new ConceptMatcher(source);
    this.#matching = new Uint32Array(listings);
    this.#scores = new Uint32Array(listings);
    this.#coverages = new Uint32Array(listings);
    this.#literals = new Uint8Array(listings);
    this.#uncorrected = new Uint8Array(listings);
  }

  rank(plan: QueryPlan): RankedListings {
    const { isLiteral } = plan;
    const concepts = [...plan.concepts];
    const terms = concepts.map(concept => findConceptTerms(this.#source, concept));
    const weights = plan.concepts.map((planned, i) => {
      const matched = this.#matcher.match(terms[i] as ConceptTerms);
      const concept = planned.isName && matched === 0 ? { ...planned, isDetail: true, weight: DETAIL_WEIGHT } : planned;
      concepts[i] = concept;
      const weight = Math.round(WEIGHT_UNIT * concept.weight * this.#computeInformation(matched));
      this.#add(concept, weight, isLiteral ? PREFIX_PRESENCE : LEAST_LITERAL);
      return weight;
    });
    const corrections = findCorrections(terms, concepts);
    const certain = new Set(terms.filter(hasOneCorrection).map(({ correction }) => correction));
    const words = plan.words.map(word => {
      const correction = corrections.get(word);
      return correction !== undefined && certain.has(correction) ? correction : word;
    });
    const known = { ...plan, concepts, words };
    const wanted = isLiteral ? undefined : this.#findMeaning(known, terms, weights);
    const ranked = this.#grade(known, weights, wanted, findDistinctiveWords(terms, concepts));
    this.#clear();
    return { ...ranked, corrections };
  }

  /** Grades the listings with a match, and drops those that do not fit. */
  #grade(
    { concepts, isLiteral, words }: QueryPlan,
    weights: readonly number[],
    wanted: Float64Array | undefined,
    distinctive: ReadonlySet<string>,
  ): Omit<RankedListings, 'corrections'> {
    const meanings = this.#meanings;
    const compare = wanted && meanings && compareMeanings(wanted, meanings.common);
    const needs = concepts.filter(({ isDetail }) => !isDetail).length;
    const grade = createGrader(needs);
    const ideal = Math.max(1, sum(weights)) * MAX_VALUE;
    const needed = Math.max(1, sum(weights.filter((_, i) => concepts[i]?.isDetail === false)) || sum(weights)) * 100;
    const { least, equal } = this.#findLeastCompared();
    let equalLeft = equal;
    const ascending = this.#listMatching();
    const [scores, coverages, literals, uncorrected] = [
      this.#scores,
      this.#coverages,
      this.#literals,
      this.#uncorrected,
    ];
    const source = this.#source;
    const mayStartName = createNameTest(source, words);
    const listings = new Uint32Array(ascending.length);
    const relevance = new Uint16Array(ascending.length);
    const grades = new Uint8Array(ascending.length);
    let kept = 0;
    for (let at = 0; at < ascending.length; at++) {
      const listing = ascending[at] ?? 0;
      const score = scores[listing] ?? 0;
      const isLiteralMatch = literals[listing] === concepts.length;
      const isCompared = score > least || (score === least && equalLeft-- > 0);
      const meaning = isCompared && compare ? compare(meanings?.directionOf(listing) ?? NO_DIRECTION) : undefined;
      let own: number = isLiteralMatch ? EXACT : NONE;
      if (!isLiteralMatch && !isLiteral) {
        own = grade(score / ideal, (coverages[listing] ?? 0) / needed, meaning, source.countTerms(listing));
        if (uncorrected[listing] === 0) own = Math.min(own, NEAR);
      }
      const mayStart = isCompared && mayStartName(listing);
      const isSought = isCompared && distinctive.size > 0 && own < PARTIAL;
      const name = mayStart || isSought ? source.nameOf(listing) : NO_NAME;
      if (isSought && name.some(word => distinctive.has(word))) own = PARTIAL;
      if (own === NONE) continue;
      listings[kept] = listing;
      grades[kept] = own;
      const share = mayStart ? computeNameShare(words, name) : 0;
      relevance[kept++] = computeRelevance(score / ideal, meaning, share);
    }
    return {
      listings: listings.subarray(0, kept),
      relevance: relevance.subarray(0, kept),
      grades: grades.subarray(0, kept),
    };
  }

  #computeInformation(matched: number): number {
    const { size } = this.#source;
    return Math.log(1 + (size - matched + 0.5) / (matched + 0.5));
  }

  /** Adds the matches of a concept. */
  #add({ isDetail }: Concept, weight: number, leastLiteral: number): void {
    const { values, presences, matching, found } = this.#matcher;
    const factor = Math.max(1, weight);
    const coverage = isDetail ? 0 : weight;
    for (let at = 0; at < found; at++) {
      const listing = matching[at] ?? 0;
      const presence = presences[listing] ?? 0;
      const score = this.#scores[listing] ?? 0;
      if (score === 0) this.#matching[this.#found++] = listing;
      this.#scores[listing] = score + factor * (values[listing] ?? 0);
      this.#coverages[listing] = (this.#coverages[listing] ?? 0) + coverage * presence;
      if (presence >= leastLiteral) this.#literals[listing] = (this.#literals[listing] ?? 0) + 1;
      if (presence !== TYPO_PRESENCE) this.#uncorrected[listing] = 1;
    }
  }

  #clear(): void {
    for (let at = 0; at < this.#found; at++) {
      const listing = this.#matching[at] ?? 0;
      this.#scores[listing] = 0;
      this.#coverages[listing] = 0;
      this.#literals[listing] = 0;
      this.#uncorrected[listing] = 0;
    }
    this.#found = 0;
  }

  /** Returns the mean direction of a query; undefined if its words have no vectors. */
  #findMeaning(
    { concepts, isForeign }: QueryPlan,
    terms: readonly ConceptTerms[],
    weights: readonly number[],
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

  /** Returns the listings with a match in ascending order. */
  #listMatching(): Uint32Array {
    const few = this.#matching.subarray(0, this.#found);
    if (this.#found < this.#scores.length / MANY) return few.sort();
    let at = 0;
    for (let listing = 0; listing < this.#scores.length; listing++) {
      if ((this.#scores[listing] ?? 0) > 0) few[at++] = listing;
    }
    return few;
  }

  /**
   * Returns the least score of the `MAX_COMPARED` best listings, and how many of the listings with exactly this score are
   * among them.
   */
  #findLeastCompared(): { readonly least: number; readonly equal: number } {
    if (this.#found <= MAX_COMPARED) return { least: 0, equal: 0 };
    let most = 0;
    for (let at = 0; at < this.#found; at++) most = Math.max(most, this.#scores[this.#matching[at] ?? 0] ?? 0);
    const scale = BUCKETS / (most + 1);
    const buckets = new Uint32Array(BUCKETS);
    for (let at = 0; at < this.#found; at++) {
      const bucket = Math.floor((this.#scores[this.#matching[at] ?? 0] ?? 0) * scale);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    let bucket = BUCKETS - 1;
    let better = 0;
    while (better + (buckets[bucket] ?? 0) < MAX_COMPARED) better += buckets[bucket--] ?? 0;
    const last = new Uint32Array(buckets[bucket] ?? 0);
    let length = 0;
    for (let at = 0; at < this.#found; at++) {
      const score = this.#scores[this.#matching[at] ?? 0] ?? 0;
      if (Math.floor(score * scale) === bucket) last[length++] = score;
    }
    last.sort();
    const least = last[last.length - (MAX_COMPARED - better)] ?? 0;
    const firstEqual = last.indexOf(least);
    const above = last.length - 1 - last.lastIndexOf(least);
    return { least, equal: Math.min(last.length - firstEqual, MAX_COMPARED - better - above) };
  }
}

/** Returns the share of a name that a query covers as its prefix, from 0 to 1. The last word may be incomplete. */
function computeNameShare(words: readonly string[], name: readonly string[]): number {
  const last = words.length - 1;
  const isBeginning = words.every((word, i) => (i < last ? name[i] === word : name[i]?.startsWith(word) === true));
  return isBeginning && last >= 0 ? words.join('').length / name.join('').length : 0;
}

/** Whether a misspelled word has a single correction, so that it identifies a name. */
function hasOneCorrection({ whole }: ConceptTerms): boolean {
  return whole.filter(({ presence }) => presence === TYPO_PRESENCE).length === 1;
}

/** Returns the most frequent correction of each misspelled word. */
function findCorrections(terms: readonly ConceptTerms[], concepts: readonly Concept[]): ReadonlyMap<string, string> {
  return new Map(
    terms.flatMap(({ correction }, i) => {
      const word = concepts[i]?.words[0];
      return correction === undefined || word === undefined ? [] : [[word, correction] as const];
    }),
  );
}

/** Returns the words of needs that so few listings have that they identify them. */
function findDistinctiveWords(terms: readonly ConceptTerms[], concepts: readonly Concept[]): ReadonlySet<string> {
  return new Set(
    terms.flatMap(({ distinctive }, i) =>
      distinctive === undefined || concepts[i]?.isDetail === true ? [] : [distinctive],
    ),
  );
}

/** Creates a test that excludes most of the listings whose names do not begin with the query, without their texts. */
function createNameTest(source: TermSource, [first = '', ...others]: readonly string[]): (listing: number) => boolean {
  if (source.firstOfName === undefined) return () => true;
  const { firstOfName } = source;
  const [from, end] = source.range(first);
  const to = others.length > 0 ? Math.min(end, from + 1) : end;
  return listing => {
    const term = firstOfName(listing);
    return term >= from && term < to;
  };
}

const NO_NAME: readonly string[] = [];
const NO_DIRECTION = new Int8Array(0);

/** With one match in fewer listings, visiting all is faster than sorting. */
const MANY = 16;

/** The number of buckets for scores, to find the best without sorting all. */
const BUCKETS = 1024;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
