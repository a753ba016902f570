import { add, type BitSet, bitSet, count, has, intersect, membersOf, unite } from './bit-set.ts';
import type { QueryIndex } from './query-index.ts';
import { ABSENT, answersMost, relevanceOf, type Sightings, type Weighing, weighingOf } from './relevance.ts';
import { sightingsOf, type TermSightings } from './sightings.ts';
import { termsOf } from './terms.ts';

/** A text that is searched for, with all that an index knows of its terms. */
export class Question {
  readonly #terms: readonly TermSightings[];
  readonly #weighing: Weighing;
  readonly #nameLengths: Uint8Array;
  readonly #name: Uint8Array;
  readonly #description: Uint8Array;

  constructor(index: QueryIndex, q: string) {
    const terms = termsOf(q);
    this.#terms = terms.map(term => sightingsOf(index, term));
    this.#weighing = weighingOf(
      terms,
      this.#terms.map(({ having }) => having),
      index.size,
    );
    this.#nameLengths = index.nameLengths;
    this.#name = new Uint8Array(terms.length);
    this.#description = new Uint8Array(terms.length);
  }

  /** Those of the passing listings that have every term; when there is none, those that have most of what it asks. */
  answers(passing: BitSet): { readonly listings: BitSet; readonly matched: 'all' | 'most' } {
    const listings = passing.slice();
    for (const { anywhere } of this.#terms) intersect(listings, anywhere);
    if (this.#terms.length < 2 || count(listings) > 0) return { listings, matched: 'all' };
    return { listings: this.#answeringMost(passing), matched: 'most' };
  }

  /** How well a listing answers, as all engines compute it. */
  relevance(listing: number): number {
    return relevanceOf(this.#weighing, this.#sightings(listing), this.#nameLengths[listing] ?? 0);
  }

  #answeringMost(passing: BitSet): BitSet {
    const candidates = bitSet(passing.length * 32);
    for (const { anywhere } of this.#terms) unite(candidates, anywhere);
    intersect(candidates, passing);
    const answering = bitSet(passing.length * 32);
    for (const listing of membersOf(candidates)) {
      if (answersMost(this.#weighing, this.#sightings(listing))) add(answering, listing);
    }
    return answering;
  }

  /** The best level of each term in one listing; overwritten by the next call. */
  #sightings(listing: number): Sightings {
    for (const [i, { levels }] of this.#terms.entries()) {
      this.#name[i] = levels.find(({ names }) => has(names, listing))?.level ?? ABSENT;
      this.#description[i] = levels.find(({ descriptions }) => has(descriptions, listing))?.level ?? ABSENT;
    }
    return { name: this.#name, description: this.#description };
  }
}
