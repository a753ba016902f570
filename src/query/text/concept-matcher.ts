import { LEAST_LITERAL, TYPO_PRESENCE } from './concept-terms.ts';
import { encodeCoverage } from './coverage-code.ts';
import { MAX_STRENGTH } from './document-terms.ts';
import type { ConceptTerms, TermMatch, TermSource } from './term-source.ts';

/** The value of words of a term that a listing has, but not next to each other, in percent. */
const SCATTERED = 75;

/** The best value of a match of a concept. */
export const MAX_VALUE = 100 * MAX_STRENGTH;

/** An upper bound of all values. The value of each word of a concept is rounded, which adds at most a half per word. */
export const VALUE_LIMIT = MAX_VALUE + 50;

/** The listings that match a concept, and how well. All values are integers, so that the order of additions does not matter. */
export interface ConceptMatches {
  /**
   * The number of listings of the registry that have a term of the concept or all of its words, which may be more than
   * those that can be read.
   */
  readonly matched: number;
  /** The listings with a match; undefined if so many match that the other arrays have an element for each listing. */
  readonly listings: Uint32Array | undefined;
  /** The value of the best match, quality times strength, at most `MAX_VALUE`. */
  readonly values: Uint16Array;
  /** How each of them has the concept, as `encodeCoverage` returns it. */
  readonly coverages: Uint8Array;
}

/** With more than one match in this many listings, visiting all of them is faster. */
const DENSE = 4;

/** Finds the listings that match a concept. It reuses its memory. */
export class ConceptMatcher {
  /** The listings that match, the first `#found` elements, unless `#isDense`. */
  readonly #matching: Uint32Array;
  #found = 0;
  /** Whether so many listings may match that visiting all is faster than `#matching`. */
  #isDense = false;
  readonly #values: Uint16Array;
  readonly #presences: Uint8Array;
  readonly #source: TermSource;
  readonly #listings: Uint32Array;
  readonly #strengths: Uint8Array;
  /** The sums over the words of a concept, and the matches of the current word. */
  readonly #sums: Uint16Array;
  readonly #presenceSums: Uint8Array;
  readonly #counts: Uint8Array;
  /** Whether a listing has only some of the words of the concept. */
  readonly #isPartial: Uint8Array;
  #partial = 0;
  readonly #word: Uint16Array;
  readonly #wordPresence: Uint8Array;

  constructor(source: TermSource) {
    const { listings: size } = source;
    this.#source = source;
    this.#values = new Uint16Array(size);
    this.#presences = new Uint8Array(size);
    this.#matching = new Uint32Array(size);
    this.#listings = new Uint32Array(size);
    this.#strengths = new Uint8Array(size);
    this.#sums = new Uint16Array(size);
    this.#presenceSums = new Uint8Array(size);
    this.#counts = new Uint8Array(size);
    this.#isPartial = new Uint8Array(size);
    this.#word = new Uint16Array(size);
    this.#wordPresence = new Uint8Array(size);
  }

  match(terms: ConceptTerms): ConceptMatches {
    const { whole, parts, isCorrected = false } = terms;
    this.#isDense = this.#countPostings(terms) * DENSE > this.#values.length;
    if (parts.length > 0) this.#matchParts(parts, isCorrected ? TYPO_PRESENCE : LEAST_LITERAL);
    for (const each of whole) this.#matchTerm(each, this.#values, this.#presences);
    if (this.#partial > 0) this.#markWhole(whole);
    const { countWhole } = this.#source;
    const matched = countWhole === undefined ? this.#found - this.#partial : countWhole(terms);
    this.#partial = 0;
    return { matched, ...this.#take() };
  }

  /** Keeps only those partial matches partial that have no term of the whole concept. */
  #markWhole(whole: readonly TermMatch[]): void {
    const [listings, isPartial] = [this.#listings, this.#isPartial];
    for (const { term } of whole) {
      const count = this.#source.read(term, listings, this.#strengths);
      for (let i = 0; i < count; i++) {
        const listing = listings[i] ?? 0;
        this.#partial -= isPartial[listing] ?? 0;
        isPartial[listing] = 0;
      }
    }
    isPartial.fill(0);
  }

  /** Copies the matches, and clears them. */
  #take(): Omit<ConceptMatches, 'matched'> {
    const [values, presences, found, isDense] = [this.#values, this.#presences, this.#found, this.#isDense];
    this.#found = 0;
    if (isDense && found * DENSE > values.length) {
      const coverages = new Uint8Array(values.length);
      for (let listing = 0; listing < values.length; listing++) {
        coverages[listing] = encodeCoverage(presences[listing] ?? 0, values[listing] ?? 0);
      }
      const taken = { listings: undefined, values: values.slice(), coverages };
      values.fill(0);
      presences.fill(0);
      return taken;
    }
    const taken = {
      listings: new Uint32Array(found),
      values: new Uint16Array(found),
      coverages: new Uint8Array(found),
    };
    const visited = isDense ? values.length : found;
    let kept = 0;
    for (let at = 0; at < visited; at++) {
      const listing = isDense ? at : (this.#matching[at] ?? 0);
      const value = values[listing] ?? 0;
      if (value === 0) continue;
      taken.listings[kept] = listing;
      taken.values[kept] = value;
      taken.coverages[kept++] = encodeCoverage(presences[listing] ?? 0, value);
      values[listing] = 0;
      presences[listing] = 0;
    }
    return taken;
  }

  #countPostings({ whole, parts }: ConceptTerms): number {
    let postings = 0;
    for (const { term } of whole) postings += this.#source.count(term);
    for (const part of parts) for (const { term } of part) postings += this.#source.count(term);
    return postings;
  }

  /**
   * Adds the words of a term: rare words count more.
   * @param presence of all words
   */
  #matchParts(parts: readonly (readonly TermMatch[])[], presence: number): void {
    const informations = parts.map(part => {
      const listings = part.reduce((most, { term }) => Math.max(most, this.#source.count(term)), 0);
      return Math.log(1 + (this.#source.size + 1) / (listings + 0.5));
    });
    const total = informations.reduce((sum, each) => sum + each, 0);
    const [isDense, matching] = [this.#isDense, this.#matching];
    for (const [i, part] of parts.entries()) {
      const share = (informations[i] ?? 0) / total;
      for (const each of part) this.#matchTerm(each, this.#word, this.#wordPresence);
      const visited = isDense ? this.#values.length : this.#found;
      for (let at = 0; at < visited; at++) {
        const listing = isDense ? at : (matching[at] ?? 0);
        const value = this.#word[listing] ?? 0;
        if (value === 0) continue;
        this.#sums[listing] = (this.#sums[listing] ?? 0) + Math.round(share * value);
        this.#presenceSums[listing] =
          (this.#presenceSums[listing] ?? 0) + Math.floor(share * (this.#wordPresence[listing] ?? 0));
        this.#counts[listing] = (this.#counts[listing] ?? 0) + 1;
        this.#word[listing] = 0;
        this.#wordPresence[listing] = 0;
      }
    }
    const visited = isDense ? this.#values.length : this.#found;
    let found = 0;
    for (let at = 0; at < visited; at++) {
      const listing = isDense ? at : (matching[at] ?? 0);
      const words = this.#counts[listing] ?? 0;
      if (words === 0) continue;
      found++;
      const hasAll = words === parts.length;
      const percent = hasAll ? 100 : SCATTERED;
      this.#values[listing] = Math.max(1, Math.floor(((this.#sums[listing] ?? 0) * percent) / 100));
      this.#presences[listing] = hasAll
        ? presence
        : Math.min(TYPO_PRESENCE, Math.floor(((this.#presenceSums[listing] ?? 0) * percent) / 100));
      this.#isPartial[listing] = Number(!hasAll);
      this.#partial += Number(!hasAll);
      this.#sums[listing] = 0;
      this.#presenceSums[listing] = 0;
      this.#counts[listing] = 0;
    }
    this.#found = found;
  }

  #matchTerm({ term, quality, presence }: TermMatch, values: Uint16Array, presences: Uint8Array): void {
    const [listings, strengths] = [this.#listings, this.#strengths];
    const count = this.#source.read(term, listings, strengths);
    this.#found = this.#isDense
      ? this.#putDense(count, quality, presence, values, presences)
      : this.#put(count, quality, presence, values, presences);
  }

  /** Stores the listings that were read, if their values are better. Returns the number of listings with a match. */
  #put(count: number, quality: number, presence: number, values: Uint16Array, presences: Uint8Array): number {
    const [listings, strengths, matching, whole, counts] = [
      this.#listings,
      this.#strengths,
      this.#matching,
      this.#values,
      this.#counts,
    ];
    let found = this.#found;
    for (let i = 0; i < count; i++) {
      const listing = listings[i] ?? 0;
      const value = quality * (strengths[i] ?? 0);
      const before = values[listing] ?? 0;
      if (before === 0 && whole[listing] === 0 && counts[listing] === 0) matching[found++] = listing;
      if (value > before) values[listing] = value;
      if (presence > (presences[listing] ?? 0)) presences[listing] = presence;
    }
    return found;
  }

  /** Like `#put`, but without the list of matches: for this many, it would take longer than visiting all listings. */
  #putDense(count: number, quality: number, presence: number, values: Uint16Array, presences: Uint8Array): number {
    const [listings, strengths] = [this.#listings, this.#strengths];
    let found = this.#found;
    for (let i = 0; i < count; i++) {
      const listing = listings[i] ?? 0;
      const value = quality * (strengths[i] ?? 0);
      const before = values[listing] ?? 0;
      found += Number(before === 0);
      values[listing] = Math.max(value, before);
      presences[listing] = Math.max(presence, presences[listing] ?? 0);
    }
    return found;
  }
}
