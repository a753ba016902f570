import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';

/**
 * Collects the strings of each listing, and inverts them: for each string, the listings that have it. Uses four bytes
 * per string and listing.
 */
export class InvertedIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** The string numbers of all listings, one listing after another. */
  #stringNumbers = new Uint32Array(1024);
  /** The start of each listing in `#had`, followed by the end of the last one. */
  readonly #starts: number[] = [0];

  /** Adds the next listing with its strings, which must be unique. */
  add(strings: Iterable<string>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const text of strings) {
      if (end === this.#stringNumbers.length) this.#grow();
      this.#stringNumbers[end++] = this.#numberOf(text);
    }
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
   * @returns a function that returns the listings with a string, in ascending order
   */
  invert(order: Uint32Array): (text: string) => Uint32Array<ArrayBuffer> {
    const ends = this.#computeStarts(order);
    const listings = new Uint32Array(ends.at(-1) ?? 0);
    for (const [listing, added] of order.entries()) {
      for (let i = this.#starts[added] ?? 0; i < (this.#starts[added + 1] ?? 0); i++) {
        const number = this.#stringNumbers[i] ?? 0;
        const position = ends[number] ?? 0;
        listings[position] = listing;
        ends[number] = position + 1;
      }
    }
    return text => {
      const number = this.#numbers.get(text);
      return number === undefined ? new Uint32Array(0) : listings.subarray(ends[number - 1] ?? 0, ends[number]);
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
  }
}

/** Builds the posting lists of some strings: for each string, one list per inversion. */
export function listsOf(
  strings: readonly string[],
  order: Uint32Array,
  inversions: readonly InvertedIndexBuilder[],
): PostingLists {
  const lists = new PostingListsBuilder(order.length);
  const inverted = inversions.map(inversion => inversion.invert(order));
  for (const text of strings) for (const listingsOf of inverted) lists.add(listingsOf(text));
  return lists.build();
}
