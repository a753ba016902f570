/** The terms of a listing, each with its weight. */
export interface WeightedTerms extends Iterable<readonly [term: string, weight: number]> {
  readonly size: number;
}

/** Terms as positions in a list that several listings share: an index looks up a term of the list once. */
export class SharedTerms implements WeightedTerms {
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
