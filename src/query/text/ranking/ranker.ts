import { add, type BitSet, bitSet, has, listMembers } from '../../index/arrays/bit-set.ts';
import { type Concept, type ConceptAlternative, DETAIL_WEIGHT } from '../concept.ts';
import { ConceptFinder, type FoundConcept } from '../concept-finder.ts';
import { MAX_VALUE, VALUE_LIMIT } from '../concept-matcher.ts';
import { findCorrections } from '../concept-terms.ts';
import { COVERAGE_CODES, coverageOf, isWhole } from '../coverage-code.ts';
import { DirectionComparison } from '../meaning/listing-direction.ts';
import { meanDirection } from '../meaning/word-vectors.ts';
import { type Corrections, correctPlan, type QueryPlan } from '../query-plan.ts';
import type { ListingMeanings, TermSource } from '../term-source.ts';
import { BestScores, leastScoreOf, type ScoreBucket } from './best-scores.ts';
import { createNameMatch } from './name-match.ts';
import {
  computeRelevance,
  createGrader,
  EXACT,
  findCoverageLimits,
  gradeSimilar,
  NEAR,
  NONE,
  PARTIAL,
  weighMeaning,
} from './relevance.ts';

/** The listings that match a query. The arrays are overwritten by the next query. */
export interface RankedListings {
  /** In ascending order. */
  readonly listings: Uint32Array<ArrayBuffer>;
  /** The relevance of each listing. */
  readonly relevance: Uint16Array<ArrayBuffer>;
  /** The position of each listing's grade in the grades. */
  readonly grades: Uint8Array<ArrayBuffer>;
  /** The position of the best grade. */
  readonly bestGrade: number;
  /** For each misspelled word, the most frequent correction. */
  readonly corrections: ReadonlyMap<string, string>;
}

/** The weight of a concept, so that rounding does not lose small differences. */
const WEIGHT_UNIT = 64;

/**
 * Concepts that more than one in `FREQUENT` listings have tell little about a listing and take the longest. Of these, a
 * query counts the `MAX_FREQUENT` rarest.
 */
const FREQUENT = 4;
const MAX_FREQUENT = 8;

/** How many alternatives stand for a concept without useful vectors. */
const MAX_MEANING_ALTERNATIVES = 3;

/** A word with a longer term among its alternatives is an abbreviation up to this length. Its vector mixes other meanings. */
const MAX_ABBREVIATION_LENGTH = 4;

/** Ranks the listings of a registry for queries. It reuses its memory, so that it ranks one query at a time. */
export class Ranker {
  readonly #source: TermSource;
  readonly #meanings: ListingMeanings | undefined;
  readonly #comparison: DirectionComparison | undefined;
  readonly #finder: ConceptFinder;
  /** The listings with a match, unless `#isDense`. */
  readonly #matching: BitSet;
  /** Whether so many listings match that visiting all is faster than `#matching`. */
  #isDense = false;
  /** The listings of the current query, with room for one more, which is written before it is known to count. */
  readonly #listings: Uint32Array<ArrayBuffer>;
  readonly #scores: Int32Array;
  /**
   * How much of the query a listing has: the sum over its concepts of weight and coverage, plus `WHOLE_CONCEPT` for each
   * concept that it has literally.
   */
  readonly #tallies: Int32Array;
  /** Whether a listing has anything other than corrections. Only for queries with corrections. */
  readonly #uncorrected: Uint8Array;
  readonly #relevance: Uint16Array<ArrayBuffer>;
  readonly #grades: Uint8Array<ArrayBuffer>;
  readonly #bestScores: BestScores;
  /** What each code of a coverage adds to a tally for the current concept. */
  readonly #counted = new Uint32Array(COVERAGE_CODES);

  constructor(source: TermSource, meanings?: ListingMeanings) {
    const { listings } = source;
    this.#source = source;
    this.#meanings = meanings;
    this.#comparison = meanings && new DirectionComparison(meanings.common, meanings.directions);
    this.#finder = new ConceptFinder(source);
    this.#matching = bitSet(listings);
    this.#listings = new Uint32Array(listings + 1);
    this.#scores = new Int32Array(listings);
    this.#bestScores = new BestScores(this.#scores);
    this.#tallies = new Int32Array(listings);
    this.#uncorrected = new Uint8Array(listings);
    this.#relevance = new Uint16Array(listings);
    this.#grades = new Uint8Array(listings);
  }

  /**
   * Ranks all listings, and returns those that serve the query.
   * @param passing returns only listings of this set; undefined for all
   */
  rank(plan: QueryPlan, passing?: BitSet): RankedListings {
    const first = this.#find(plan);
    const corrections = plan.corrections ?? findCorrections(plan.concepts, first);
    if (plan.corrections !== undefined || corrections.size === 0) return this.#rank(plan, first, corrections, passing);
    const corrected = correctPlan(plan, corrections);
    return this.#rank(corrected, this.#find(corrected), corrections, passing);
  }

  #find({ concepts }: QueryPlan): readonly FoundConcept[] {
    return concepts.map(concept => this.#finder.find(concept));
  }

  #rank(
    plan: QueryPlan,
    found: readonly FoundConcept[],
    corrections: Corrections,
    passing: BitSet | undefined,
  ): RankedListings {
    const { isLiteral } = plan;
    const all = plan.concepts.map((concept, i) => ({ concept, found: found[i] as FoundConcept }));
    const kept = isLiteral ? all : omitFrequent(all, this.#source.size);
    const concepts = kept.map(({ concept }) => concept);
    const matches = kept.map(({ found }) => found);
    const hasTypos = concepts.some(({ typos }) => typos !== undefined);
    const weights = kept.map(({ concept: planned, found }, i) => {
      const { matched } = found;
      const concept = planned.isName && matched === 0 ? { ...planned, isDetail: true, weight: DETAIL_WEIGHT } : planned;
      concepts[i] = concept;
      const isUnknown = plan.isForeign && matched === 0 && planned.alternatives.length === 0;
      const share = isUnknown ? Math.min(concept.weight, DETAIL_WEIGHT) : concept.weight;
      const weight = Math.round(WEIGHT_UNIT * share * this.#computeInformation(matched));
      this.#add(found, concept, weight);
      if (hasTypos && !isCorrection(concept)) this.#markUncorrected(found);
      return weight;
    });
    const known = { ...plan, concepts };
    const isUnserved = concepts.some(({ isProduct }, i) => isProduct && matches[i]?.matched === 0);
    const ranked = this.#grade(known, {
      weights,
      hasTypos,
      isUnserved,
      hasAll: kept.length === all.length,
      wanted: isLiteral ? undefined : this.#findMeaning(known, weights),
      distinctive: findDistinctiveWords(matches, concepts),
      passing,
    });
    this.#clear(hasTypos);
    return { ...ranked, corrections: new Map(Array.from(corrections, ([typo, { word }]) => [typo, word])) };
  }

  /** Grades the listings with a match, and drops those that do not fit. */
  #grade(
    { concepts, isLiteral, isSimilar = false, words, excluded }: QueryPlan,
    { weights, hasTypos, isUnserved, hasAll, wanted, distinctive, passing }: RankOptions,
  ): Omit<RankedListings, 'corrections'> {
    const compare = wanted && this.#comparison?.prepare(wanted);
    const isSingleWord = concepts.length === 1 && concepts[0]?.words.length === 1 && excluded.length === 0;
    const grade = isSimilar ? gradeSimilar : createGrader(concepts.length, isSingleWord);
    const meaningWeight = weighMeaning(concepts.length);
    const ideal = Math.max(1, sum(weights)) * MAX_VALUE;
    const needed =
      Math.max(1, sum(weights.map((weight, i) => weighCoverage(concepts[i], weight))) || sum(weights)) * 100;
    const literal = hasAll && !isSimilar ? concepts.length * WHOLE_CONCEPT : NEVER;
    const { near, partial } = isLiteral ? NO_GRADES : findCoverageLimits(grade, needed);
    const matching = this.#isDense ? undefined : listMembers(this.#matching, this.#listings);
    const most = sum(weights.map(toFactor)) * VALUE_LIMIT;
    const best = this.#bestScores.findBucket(matching, most);
    const listings = matching ?? this.#listCandidates(best, near, literal);
    const { least, equal } = this.#bestScores.findLeast(listings, best);
    let equalLeft = equal;
    const [scores, tallies, uncorrected] = [this.#scores, this.#tallies, this.#uncorrected];
    const [relevance, grades] = [this.#relevance, this.#grades];
    const names = createNameMatch(this.#source, { words, distinctive, excluded });
    const hasExcluded = excluded.length > 0;
    let bestGrade: number = NONE;
    let kept = 0;
    for (let at = 0; at < listings.length; at++) {
      const listing = listings[at] ?? 0;
      const score = scores[listing] ?? 0;
      const tally = tallies[listing] ?? 0;
      // For a few listings, this is faster than clearing the memory of all.
      scores[listing] = 0;
      tallies[listing] = 0;
      const isCompared = score > least || (score === least && equalLeft-- > 0);
      if (passing !== undefined && !has(passing, listing)) continue;
      const strength = score / ideal;
      const isExact = tally >= literal;
      const isCapped = isUnserved || (hasTypos && uncorrected[listing] === 0);
      const covered = tally & (WHOLE_CONCEPT - 1);
      let own: number;
      if (!isCompared) {
        // As `grade` does for an unknown meaning. Most listings of a query are graded here.
        own = isExact ? EXACT : covered >= partial && !isCapped ? PARTIAL : covered >= near ? NEAR : NONE;
        if (own === NONE) continue;
        relevance[kept] = computeRelevance(strength, meaningWeight);
      } else {
        const meaning = compare?.(listing);
        own = isExact ? EXACT : NONE;
        if (own === NONE && !isLiteral) own = Math.min(grade(covered / needed, meaning), isCapped ? NEAR : PARTIAL);
        if (own < PARTIAL && !isUnserved && names.isSought(listing)) own = PARTIAL;
        if (own === NONE) continue;
        relevance[kept] = computeRelevance(strength, meaningWeight, meaning, names.share(listing));
      }
      // Unless the query begins its name, as `notes without paper` begins that of `Notes without Paper`.
      if (hasExcluded && names.isExcluded(listing) && names.share(listing) === 0) {
        own = Math.min(own, NEAR);
        relevance[kept] = (relevance[kept] ?? 0) >> EXCLUDED_SHIFT;
      }
      listings[kept] = listing;
      grades[kept++] = own;
      bestGrade = Math.max(bestGrade, own);
    }
    return {
      listings: listings.subarray(0, kept),
      relevance: relevance.subarray(0, kept),
      grades: grades.subarray(0, kept),
      bestGrade,
    };
  }

  /**
   * Returns the listings that are compared or may have a grade, in ascending order, in memory that the caller may change. Of
   * a query with a frequent word, most listings have only that word, and are left out here.
   * @param leastCovered the least coverage of a listing that has a grade without a comparison
   * @param literal the least tally of a listing that has the query literally
   */
  #listCandidates(best: ScoreBucket, leastCovered: number, literal: number): Uint32Array<ArrayBuffer> {
    const [to, scores, tallies] = [this.#listings, this.#scores, this.#tallies];
    const leastCompared = Math.max(1, leastScoreOf(best));
    let candidates = 0;
    for (let listing = 0; listing < scores.length; listing++) {
      const score = scores[listing] ?? 0;
      const tally = tallies[listing] ?? 0;
      const hasGrade = Number((tally & (WHOLE_CONCEPT - 1)) >= leastCovered) | Number(tally >= literal);
      to[candidates] = listing;
      candidates += Number(score >= leastCompared) | (Number(score > 0) & hasGrade);
    }
    return to.subarray(0, candidates);
  }

  #computeInformation(matched: number): number {
    const { size } = this.#source;
    return Math.log(1 + (size - matched + 0.5) / (matched + 0.5));
  }

  /** Adds the matches of a concept. */
  #add({ listings, values, coverages }: FoundConcept, concept: Concept, weight: number): void {
    const [scores, tallies, counted, matching] = [this.#scores, this.#tallies, this.#counted, this.#matching];
    const factor = toFactor(weight);
    const share = weighCoverage(concept, weight);
    for (let code = 0; code < COVERAGE_CODES; code++) {
      counted[code] = share * coverageOf(code) + (isWhole(code) ? WHOLE_CONCEPT : 0);
    }
    if (listings === undefined) {
      this.#isDense = true;
      // As 32-bit integers: sums are otherwise computed in floating point.
      for (let listing = 0; listing < scores.length; listing++) {
        scores[listing] = ((scores[listing] ?? 0) + Math.imul(factor, values[listing] ?? 0)) | 0;
        tallies[listing] = ((tallies[listing] ?? 0) + (counted[coverages[listing] ?? 0] ?? 0)) | 0;
      }
      return;
    }
    for (let at = 0; at < listings.length; at++) {
      const listing = listings[at] ?? 0;
      add(matching, listing);
      scores[listing] = ((scores[listing] ?? 0) + Math.imul(factor, values[at] ?? 0)) | 0;
      tallies[listing] = ((tallies[listing] ?? 0) + (counted[coverages[at] ?? 0] ?? 0)) | 0;
    }
  }

  #markUncorrected({ listings, coverages }: FoundConcept): void {
    for (let at = 0; at < coverages.length; at++) {
      if ((coverages[at] ?? 0) > 0) this.#uncorrected[listings?.[at] ?? at] = 1;
    }
  }

  /** Forgets a query, except for the listings that `#grade` has visited. */
  #clear(hasTypos: boolean): void {
    if (this.#isDense) {
      this.#scores.fill(0);
      this.#tallies.fill(0);
    }
    if (hasTypos) this.#uncorrected.fill(0);
    this.#matching.fill(0);
    this.#isDense = false;
  }

  /** Returns the mean direction of a query; undefined if its words have no vectors. */
  #findMeaning({ concepts, isForeign }: QueryPlan, weights: readonly number[]): Float64Array | undefined {
    const meanings = this.#meanings;
    if (meanings === undefined) return undefined;
    const findVectors = (words: readonly string[]) =>
      words.map(word => meanings.vectorOf(word)).filter(vector => vector !== undefined);
    const vectors = concepts.flatMap(({ words, alternatives }, i) => {
      const others = alternatives.slice(0, MAX_MEANING_ALTERNATIVES).flatMap(({ term }) => term.split(' '));
      const ownVectors = isForeign || isAbbreviation(words, alternatives) ? [] : findVectors(words);
      const known = ownVectors.length > 0 ? ownVectors : findVectors(others);
      const weight = (weights[i] ?? 0) / Math.sqrt(Math.max(1, known.length));
      return known.map(vector => ({ vector, weight }));
    });
    return vectors.length > 0 ? meanDirection(meanings.common.length, vectors) : undefined;
  }
}

/** Returns the concepts that count, in their order. */
function omitFrequent<T extends { readonly found: FoundConcept }>(all: readonly T[], size: number): readonly T[] {
  const frequent = all.filter(({ found }) => found.matched * FREQUENT > size);
  const omitted = new Set(frequent.sort((a, b) => a.found.matched - b.found.matched).slice(MAX_FREQUENT));
  return omitted.size === 0 ? all : all.filter(each => !omitted.has(each));
}

/** Returns the factor for the values of a concept: at least 1, so that each listing with a match has a score. */
function toFactor(weight: number): number {
  return Math.max(1, weight);
}

/** How much of a need a concept is. */
function weighCoverage(concept: Concept | undefined, weight: number): number {
  if (concept?.isDetail !== false) return 0;
  return concept.isQualifier ? Math.round(weight * DETAIL_WEIGHT) : weight;
}

function isAbbreviation(words: readonly string[], alternatives: readonly ConceptAlternative[]): boolean {
  const [word = ''] = words;
  return (
    words.length === 1 &&
    word.length <= MAX_ABBREVIATION_LENGTH &&
    alternatives.slice(0, MAX_MEANING_ALTERNATIVES).some(({ isPhrase }) => isPhrase)
  );
}

interface RankOptions {
  /** The weight of each concept. */
  readonly weights: readonly number[];
  readonly hasTypos: boolean;
  /** Whether the query names a product that no listing mentions. */
  readonly isUnserved: boolean;
  /** Whether all concepts of the query count. Otherwise, no listing is known to have all of them. */
  readonly hasAll: boolean;
  readonly wanted: Float64Array | undefined;
  readonly distinctive: ReadonlySet<string>;
  readonly passing: BitSet | undefined;
}

/** The bits of the relevance that a listing with an excluded name loses, so that it comes after all that fit. */
const EXCLUDED_SHIFT = 6;

/** The concepts of a query are at most `MAX_CONCEPTS`, so that sums of weights and presences stay below this. */
const WHOLE_CONCEPT = 1 << 24;

/** More than any tally, as a 32-bit integer. */
const NEVER = 0x7fffffff;

/** The limits of the coverage if no coverage is enough for a grade. */
const NO_GRADES = { near: NEVER, partial: NEVER } as const;

/** Whether all words of a concept are corrections. */
function isCorrection({ words, typos = [] }: Concept): boolean {
  return typos.length > 0 && typos.length === words.length;
}

/** Returns the words of needs that so few listings have that they identify them. */
function findDistinctiveWords(matches: readonly FoundConcept[], concepts: readonly Concept[]): ReadonlySet<string> {
  return new Set(
    matches.flatMap(({ distinctive }, i) =>
      distinctive === undefined || concepts[i]?.isDetail === true ? [] : [distinctive],
    ),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
