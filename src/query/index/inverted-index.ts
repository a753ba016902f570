import { mergeSorted } from './merge-sorted.ts';
import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';
import { TermNumbers, type WeightedTerms } from './shared-terms.ts';
import { type TermLists, TermListsBuilder } from './term-lists.ts';

/** The strings of some listings, sorted, and the listings with each. */
export interface InvertedIndex {
  readonly strings: readonly string[];
  /** The number of each string, which `numberOf` returns. */
  readonly numbers: readonly number[];
  /** Yields the listings with each string, in the order of the strings. */
  readonly lists: () => Iterable<InvertedList>;
}

/** The listings with a string, in ascending order, and its weight in each. */
export interface InvertedList {
  readonly listings: Uint32Array<ArrayBuffer>;
  readonly weights: Uint8Array<ArrayBuffer>;
}

/** The number of listings of all strings that are inverted together. A string with more of them is inverted alone. */
const MAX_INVERTED = 2_000_000;

/** For a string that is not inverted now. */
const NOT_NOW = 0xffffffff;

/**
 * Collects the strings of each listing, and inverts them: for each string, the listings that have it. Uses five bytes
 * per string and listing.
 */
export class InvertedIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** The strings by number. */
  readonly #strings: string[] = [];
  readonly #shared = new TermNumbers(text => this.numberOf(text));
  /** The numbers of the strings in the order of their texts, as of the last inversion. */
  #sorted: number[] = [];
  /** The string numbers of all listings, one listing after another. */
  #stringNumbers = new Uint32Array(1024);
  #weights = new Uint8Array(1024);
  /** The start of each listing in `#stringNumbers`, followed by the end of the last one. */
  readonly #starts: number[] = [0];

  /** The number of strings, also of those that only ignored listings have. */
  get size(): number {
    return this.#strings.length;
  }

  /** Returns the number of a string, also if no listing has it yet. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#strings.length);
    return this.#strings.push(text) - 1;
  }

  /** Adds the next listing with its strings, which must be unique. */
  add(strings: Iterable<string>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const text of strings) this.#put(end++, text, 0);
    this.#starts.push(end);
  }

  /**
   * Adds the next listing with its strings and the weight of each, from 0 to 255.
   * @returns the sum of the weights
   */
  addWeighted(strings: WeightedTerms): number {
    const start = this.#starts.at(-1) ?? 0;
    let end = start;
    this.#shared.forEach(strings, (number, weight) => this.#putNumber(end++, number, weight));
    this.#starts.push(end);
    let sum = 0;
    for (let at = start; at < end; at++) sum += this.#weights[at] ?? 0;
    return sum;
  }

  /**
   * Inverts the strings of some listings.
   * @param order for each listing in the final numbering, its position among the added ones; the others are ignored
   */
  invert(order: Uint32Array): InvertedIndex {
    const counts = this.#countListings(order);
    const numbers = this.#sortNumbers().filter(number => (counts[number] ?? 0) > 0);
    return {
      numbers,
      strings: numbers.map(number => this.#strings[number] ?? ''),
      lists: () => this.#invertLists(order, numbers, counts),
    };
  }

  /** Inverts some strings at a time, because the lists of all strings would need as much memory as those of all listings. */
  *#invertLists(order: Uint32Array, numbers: readonly number[], counts: Uint32Array): Generator<InvertedList> {
    const next = new Uint32Array(this.#strings.length).fill(NOT_NOW);
    for (let from = 0, to = 0; from < numbers.length; from = to) {
      let total = 0;
      for (; to < numbers.length; to++) {
        const number = numbers[to] ?? 0;
        const count = counts[number] ?? 0;
        if (to > from && total + count > MAX_INVERTED) break;
        next[number] = total;
        total += count;
      }
      const { listings, weights } = this.#fill(order, next, total);
      for (let at = from, start = 0; at < to; at++) {
        const number = numbers[at] ?? 0;
        const end = start + (counts[number] ?? 0);
        yield { listings: listings.subarray(start, end), weights: weights.subarray(start, end) };
        next[number] = NOT_NOW;
        start = end;
      }
    }
  }

  /**
   * Collects the listings of some strings.
   * @param next for each string, the position of its next listing, or `NOT_NOW`
   */
  #fill(order: Uint32Array, next: Uint32Array, total: number): InvertedList {
    const listings = new Uint32Array(total);
    const weights = new Uint8Array(total);
    for (let listing = 0; listing < order.length; listing++) {
      const added = order[listing] ?? 0;
      const end = this.#starts[added + 1] ?? 0;
      for (let i = this.#starts[added] ?? 0; i < end; i++) {
        const number = this.#stringNumbers[i] ?? 0;
        const position = next[number] ?? NOT_NOW;
        if (position === NOT_NOW) continue;
        listings[position] = listing;
        weights[position] = this.#weights[i] ?? 0;
        next[number] = position + 1;
      }
    }
    return { listings, weights };
  }

  /** Returns the numbers of all strings in the order of their texts. Sorts only those since the last call. */
  #sortNumbers(): readonly number[] {
    const strings = this.#strings;
    const compare = (a: number, b: number) => ((strings[a] ?? '') < (strings[b] ?? '') ? -1 : 1);
    const added = Array.from({ length: strings.length - this.#sorted.length }, (_, i) => this.#sorted.length + i);
    if (added.length > 0) this.#sorted = mergeSorted(this.#sorted, added.sort(compare), compare);
    return this.#sorted;
  }

  /** Returns the number of listings with each string. */
  #countListings(order: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.#strings.length);
    for (let listing = 0; listing < order.length; listing++) {
      const added = order[listing] ?? 0;
      const end = this.#starts[added + 1] ?? 0;
      for (let i = this.#starts[added] ?? 0; i < end; i++) {
        const number = this.#stringNumbers[i] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    return counts;
  }

  #put(at: number, text: string, weight: number): void {
    this.#putNumber(at, this.numberOf(text), weight);
  }

  #putNumber(at: number, number: number, weight: number): void {
    if (at === this.#stringNumbers.length) this.#grow();
    this.#stringNumbers[at] = number;
    this.#weights[at] = weight;
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

/**
 * Builds the posting lists of all strings, in their order.
 * @param size the number of listings
 */
export function listsOf(index: InvertedIndex, size: number): PostingLists {
  const lists = new PostingListsBuilder(size);
  for (const { listings } of index.lists()) lists.add(listings);
  return lists.build();
}

/** Builds the term lists of all strings, in their order. */
export function termListsOf(index: InvertedIndex): TermLists {
  const lists = new TermListsBuilder();
  for (const { listings, weights } of index.lists()) lists.add(listings, weights);
  return lists.build();
}
