import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';

/**
 * Collects the strings of each listing, and inverts them: for each string, the listings that have it. Uses four bytes
 * per string and listing.
 */
export class InvertedIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** The string numbers of all listings, one listing after another. */
  #had = new Uint32Array(1024);
  /** The start of each listing in `#had`, followed by the end of the last one. */
  readonly #starts: number[] = [0];

  /** Adds the next listing with its strings, which must be unique. */
  add(strings: Iterable<string>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const text of strings) {
      if (end === this.#had.length) this.#grow();
      this.#had[end++] = this.#numberOf(text);
    }
    this.#starts.push(end);
  }

  /**
   * Yields the strings of some listings.
   * @param order as in `invert`
   */
  *strings(order: Uint32Array): Generator<string> {
    const places = this.#firstPlaces(order);
    let number = 0;
    for (const text of this.#numbers.keys()) {
      if ((places[number + 1] ?? 0) > (places[number] ?? 0)) yield text;
      number++;
    }
  }

  /**
   * @param order for each listing in the final numbering, its position among the added ones; the others are ignored
   * @returns a function that returns the listings with a string, in ascending order
   */
  invert(order: Uint32Array): (text: string) => Uint32Array<ArrayBuffer> {
    const ends = this.#firstPlaces(order);
    const listings = new Uint32Array(ends.at(-1) ?? 0);
    for (const [listing, added] of order.entries()) {
      for (let i = this.#starts[added] ?? 0; i < (this.#starts[added + 1] ?? 0); i++) {
        const number = this.#had[i] ?? 0;
        const place = ends[number] ?? 0;
        listings[place] = listing;
        ends[number] = place + 1;
      }
    }
    return text => {
      const number = this.#numbers.get(text);
      return number === undefined ? new Uint32Array(0) : listings.subarray(ends[number - 1] ?? 0, ends[number]);
    };
  }

  /** Returns the prefix sums of the listing counts: for each string, the start of its listings. */
  #firstPlaces(order: Uint32Array): Uint32Array {
    const places = new Uint32Array(this.#numbers.size + 1);
    for (let listing = 0; listing < order.length; listing++) {
      const added = order[listing] ?? 0;
      const end = this.#starts[added + 1] ?? 0;
      for (let i = this.#starts[added] ?? 0; i < end; i++) {
        const next = (this.#had[i] ?? 0) + 1;
        places[next] = (places[next] ?? 0) + 1;
      }
    }
    for (let number = 1; number < places.length; number++) {
      places[number] = (places[number] ?? 0) + (places[number - 1] ?? 0);
    }
    return places;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#had.length);
    larger.set(this.#had);
    this.#had = larger;
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
