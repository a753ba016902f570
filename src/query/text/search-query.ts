import { countOf, intersection, type ListingSet, mark, members, NO_LISTINGS, union } from '../index/listing-set.ts';
import type { QueryIndex } from '../index/query-index.ts';
import {
  ABSENT,
  computeInformation,
  computeRelevance,
  computeTermWeights,
  EXACT,
  enough,
  type TermWeights,
} from './relevance.ts';
import { findTermMatches, type TermMatchList } from './term-matches.ts';
import { extractTerms } from './terms.ts';

/** The listings that match a query, in the order of their ids. */
export interface SearchMatches {
  readonly listings: ListingSet;
  /** Whether they have every term, or most of the query's information. */
  readonly matched: 'all' | 'most';
}

/** The listings with a significant term. */
interface PartialMatches {
  readonly listings: ListingSet;
  /** For each listing of the index, how much of the query's information it has. */
  readonly information: Float64Array;
}

/** A search text, with the matches of its terms in an index. */
export class SearchQuery {
  readonly #index: QueryIndex;
  readonly #terms: readonly TermMatchList[];
  readonly #weighing: TermWeights;
  /** The listings with every term. */
  #complete: ListingSet | undefined;
  #partial: PartialMatches | undefined;

  constructor(index: QueryIndex, q: string) {
    const terms = extractTerms(q);
    this.#index = index;
    this.#terms = terms.map(term => findTermMatches(index, term));
    const having = this.#terms.map(term => term.having);
    this.#weighing = computeTermWeights(terms, having, index.size);
  }

  /**
   * Returns the listings in `passing` that have every term; if no listing has all, those that have most of the query's
   * information.
   */
  match(passing: ListingSet): SearchMatches {
    const rarestFirst = this.#terms.toSorted((a, b) => countAnywhere(a) - countAnywhere(b));
    const listings = rarestFirst.reduce((found, { anywhere }) => intersection(anywhere, found), passing);
    if (this.#terms.length < 2 || countOf(listings) > 0) return { listings, matched: 'all' };
    return { listings: this.#matchMost(passing), matched: 'most' };
  }

  /**
   * Counts the listings that `match` returns, for callers that combine one query with many filters. The part that
   * does not depend on the filters is computed once.
   */
  total(passing: ListingSet): number {
    this.#complete ??= this.#findComplete();
    const total = countOf(intersection(this.#complete, passing));
    if (this.#terms.length < 2 || total > 0) return total;
    this.#partial ??= this.#findPartial();
    const { listings, information } = this.#partial;
    const candidates = members(intersection(listings, passing));
    let most = 0;
    for (let i = 0; i < candidates.length; i++) most = Math.max(most, information[candidates[i] ?? 0] ?? 0);
    const least = enough(this.#weighing, most);
    let matches = 0;
    for (let i = 0; i < candidates.length; i++) matches += Number((information[candidates[i] ?? 0] ?? 0) >= least);
    return matches;
  }

  /** Computes the relevance of some listings, as in all engines. */
  relevanceOf(listings: Uint32Array): Uint16Array {
    const levels = new ListingLevels(this.#terms, listings);
    const relevance = new Uint16Array(listings.length);
    for (let i = 0; i < listings.length; i++) {
      relevance[i] = computeRelevance(this.#weighing, levels.at(i), this.#index.nameLengths[listings[i] ?? 0] ?? 0);
    }
    return relevance;
  }

  #findComplete(): ListingSet {
    const rarestFirst = this.#terms.toSorted((a, b) => countAnywhere(a) - countAnywhere(b));
    const [first = NO_LISTINGS, ...more] = rarestFirst.map(({ anywhere }) => anywhere);
    return more.reduce(intersection, first);
  }

  #findPartial(): PartialMatches {
    const listings = this.#findSignificant();
    const candidates = members(listings);
    const levels = new ListingLevels(this.#terms, candidates);
    const information = new Float64Array(this.#index.size);
    for (let i = 0; i < candidates.length; i++) {
      information[candidates[i] ?? 0] = computeInformation(this.#weighing, levels.at(i));
    }
    return { listings, information };
  }

  #matchMost(passing: ListingSet): ListingSet {
    const candidates = members(intersection(this.#findSignificant(), passing));
    const levels = new ListingLevels(this.#terms, candidates);
    const information = new Float64Array(candidates.length);
    for (let i = 0; i < candidates.length; i++) information[i] = computeInformation(this.#weighing, levels.at(i));
    const least = enough(
      this.#weighing,
      information.reduce((most, each) => Math.max(most, each), 0),
    );
    return { list: candidates.filter((_, i) => (information[i] ?? 0) >= least) };
  }

  /** Returns the listings with a significant term. The other terms together do not suffice for a match. */
  #findSignificant(): ListingSet {
    const worthOf = (term: number) => this.#weighing.worths[term]?.[EXACT] ?? 0;
    const lightestFirst = [...this.#terms.keys()].sort((a, b) => worthOf(a) - worthOf(b));
    let skipped = 0;
    return lightestFirst.reduce((listings, term) => {
      skipped += worthOf(term);
      const isInsignificant = skipped < enough(this.#weighing, 0);
      return isInsignificant ? listings : union(listings, this.#terms[term]?.anywhere ?? NO_LISTINGS, this.#index.size);
    }, NO_LISTINGS);
  }
}

function countAnywhere({ having }: TermMatchList): number {
  return having.at(-1) ?? 0;
}

/** The best level of each term in some listings. */
class ListingLevels {
  readonly #names: readonly Uint8Array[];
  readonly #descriptions: readonly Uint8Array[];
  readonly #at: { readonly name: Uint8Array; readonly description: Uint8Array };

  /** @param listings in ascending order */
  constructor(terms: readonly TermMatchList[], listings: Uint32Array) {
    const marked = (levelSets: readonly (readonly [number, ListingSet])[]) => {
      const levels = new Uint8Array(listings.length).fill(ABSENT);
      for (const [level, set] of levelSets) mark(set, listings, levels, level);
      return levels;
    };
    const worstFirst = terms.map(({ levels }) => levels.toReversed());
    this.#names = worstFirst.map(levels => marked(levels.map(({ level, names }) => [level, names])));
    this.#descriptions = worstFirst.map(levels => marked(levels.map(each => [each.level, each.descriptions])));
    this.#at = { name: new Uint8Array(terms.length), description: new Uint8Array(terms.length) };
  }

  /** Returns the levels of the listing at a position. The next call overwrites them. */
  at(place: number) {
    for (let term = 0; term < this.#names.length; term++) {
      this.#at.name[term] = this.#names[term]?.[place] ?? ABSENT;
      this.#at.description[term] = this.#descriptions[term]?.[place] ?? ABSENT;
    }
    return this.#at;
  }
}
