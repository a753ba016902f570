import { type PostingLists, PostingListsBuilder } from './posting-lists.ts';

/**
 * Collects, listing by listing, the strings that each has, and turns that around: for each string, the listings that
 * have it. It takes four bytes for each string of each listing.
 */
export class InvertedIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** The numbers of the strings of all listings, one listing after another. */
  #had = new Uint32Array(1024);
  /** Where in `#had` the strings of each listing begin, and at last where they end. */
  readonly #starts: number[] = [0];

  /** Notes the strings that the next listing has; each must be given once. */
  add(strings: Iterable<string>): void {
    let end = this.#starts.at(-1) ?? 0;
    for (const text of strings) {
      if (end === this.#had.length) this.#grow();
      this.#had[end++] = this.#numberOf(text);
    }
    this.#starts.push(end);
  }

  /**
   * The strings that some listings have.
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
   * @param order the listings as they are numbered in the end: for each, which of those added it is; others do not count
   * @returns what gives the listings that have a string, in ascending order
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

  /** For each string, how many listings have the strings before it: where its listings begin. */
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

/** The lists of some strings, one list for each string and inversion. */
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
