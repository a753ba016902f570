/** The terms of a listing, each with its weight. */
export interface WeightedTerms extends Iterable<readonly [term: string, weight: number]> {
  readonly size: number;
}

/** Terms as positions in a list that several listings share: an index looks up a term of the list once. */
export class SharedTerms implements WeightedTerms {
  /** May grow, but its terms keep their positions. */
  readonly list: readonly string[];
  readonly positions: Uint32Array;
  /** From 0 to 255. */
  readonly weights: Uint8Array;

  constructor(list: readonly string[], positions: Uint32Array, weights: Uint8Array) {
    this.list = list;
    this.positions = positions;
    this.weights = weights;
  }

  get size(): number {
    return this.positions.length;
  }

  *[Symbol.iterator](): Generator<readonly [string, number]> {
    for (const [at, position] of this.positions.entries()) yield [this.list[position] ?? '', this.weights[at] ?? 0];
  }
}

/** Numbers terms. Remembers the numbers of the terms of shared lists, because it takes much longer to find them by their text. */
export class TermNumbers {
  readonly #numberOf: (term: string) => number;
  /** The number of each term of a list plus one; zero if it is not known yet. */
  readonly #known = new WeakMap<readonly string[], Uint32Array>();

  /** @param numberOf returns the number of a term, always the same */
  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  /** Calls a function with the number of each term, in order, and its weight. */
  forEach(terms: WeightedTerms, use: (number: number, weight: number) => void): void {
    if (!(terms instanceof SharedTerms)) {
      for (const [term, weight] of terms) use(this.#numberOf(term), weight);
      return;
    }
    const { list, positions, weights } = terms;
    const numbers = this.#numbersOf(list);
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] ?? 0;
      const known = numbers[position] ?? 0;
      const number = known > 0 ? known - 1 : this.#numberOf(list[position] ?? '');
      if (known === 0) numbers[position] = number + 1;
      use(number, weights[at] ?? 0);
    }
  }

  #numbersOf(list: readonly string[]): Uint32Array {
    const known = this.#known.get(list);
    if (known !== undefined && known.length >= list.length) return known;
    const numbers = new Uint32Array(known === undefined ? list.length : 2 * list.length);
    if (known !== undefined) numbers.set(known);
    this.#known.set(list, numbers);
    return numbers;
  }
}
