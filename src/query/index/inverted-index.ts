import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';
import { type TermLists, TermListsBuilder } from './term-lists.ts';

/** The listings with a string, in ascending order, and its weight in each. */
export interface InvertedList {
  readonly listings: Uint32Array<ArrayBuffer>;
  readonly weights: Uint8Array<ArrayBuffer>;
}

/**
 * Collects the strings of each listing, and inverts them: for each string, the listings that have it. Uses five bytes
 * per string and listing.
 */
export class InvertedIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** The string numbers of all listings, one listing after another. */
  #stringNumbers = new Uint32Array(1024);
  #weights = new Uint8Array(1024);
  /** The start of each listing in `#had`, followed by the end of the last one. */
  readonly #starts: number[] = [0];

  /** Adds the next listing with its strings, which must be unique. */
  add(strings: Iterable<string>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const text of strings) this.#put(end++, text, 0);
    this.#starts.push(end);
  }

  /** Adds the next listing with its strings and the weight of each, from 0 to 255. */
  addWeighted(strings: ReadonlyMap<string, number>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const [text, weight] of strings) this.#put(end++, text, weight);
    this.#starts.push(end);
  }

  /**
   * Yields the strings of some listings.
   * @param order as in `invert`
   */
  *strings(order: Uint32Array): Generator<string> {
    const starts = this.#computeStarts(order);
    let number = 0;
    for (const text of this.#numbers.keys()) {
      if ((starts[number + 1] ?? 0) > (starts[number] ?? 0)) yield text;
      number++;
    }
  }

  /**
   * @param order for each listing in the final numbering, its position among the added ones; the others are ignored
   * @returns a function that returns the listings with a string
   */
  invert(order: Uint32Array): (text: string) => InvertedList {
    const ends = this.#computeStarts(order);
    const listings = new Uint32Array(ends.at(-1) ?? 0);
    const weights = new Uint8Array(listings.length);
    for (const [listing, added] of order.entries()) {
      for (let i = this.#starts[added] ?? 0; i < (this.#starts[added + 1] ?? 0); i++) {
        const number = this.#stringNumbers[i] ?? 0;
        const position = ends[number] ?? 0;
        listings[position] = listing;
        weights[position] = this.#weights[i] ?? 0;
        ends[number] = position + 1;
      }
    }
    return text => {
      const number = this.#numbers.get(text);
      const [start, end] = number === undefined ? [0, 0] : [ends[number - 1] ?? 0, ends[number]];
      return { listings: listings.subarray(start, end), weights: weights.subarray(start, end) };
    };
  }

  /** Returns the prefix sums of the listing counts: for each string, the start of its listings. */
  #computeStarts(order: Uint32Array): Uint32Array {
    const starts = new Uint32Array(this.#numbers.size + 1);
    for (let listing = 0; listing < order.length; listing++) {
      const added = order[listing] ?? 0;
      const end = this.#starts[added + 1] ?? 0;
      for (let i = this.#starts[added] ?? 0; i < end; i++) {
        const next = (this.#stringNumbers[i] ?? 0) + 1;
        starts[next] = (starts[next] ?? 0) + 1;
      }
    }
    for (let number = 1; number < starts.length; number++) {
      starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
    }
    return starts;
  }

  #put(at: number, text: string, weight: number): void {
    if (at === this.#stringNumbers.length) this.#grow();
    this.#stringNumbers[at] = this.#numberOf(text);
    this.#weights[at] = weight;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#stringNumbers.length);
    larger.set(this.#stringNumbers);
    this.#stringNumbers = larger;
    const weights = new Uint8Array(larger.length);
    weights.set(this.#weights);
    this.#weights = weights;
  }
}

/** Builds the posting lists of some strings. */
export function listsOf(strings: readonly string[], order: Uint32Array, inverted: InvertedIndexBuilder): PostingLists {
  const lists = new PostingListsBuilder(order.length);
  const find = inverted.invert(order);
  for (const text of strings) lists.add(find(text).listings);
  return lists.build();
}

/** Builds the term lists of some strings. */
export function termListsOf(terms: readonly string[], order: Uint32Array, inverted: InvertedIndexBuilder): TermLists {
  const lists = new TermListsBuilder();
  const find = inverted.invert(order);
  for (const term of terms) {
    const { listings, weights } = find(term);
    lists.add(listings, weights);
  }
  return lists.build();
}
