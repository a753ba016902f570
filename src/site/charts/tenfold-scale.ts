/** A scale on which each tenfold is as far as the next: from one power of ten to another. */
export interface TenfoldScale {
  readonly least: number;
  readonly most: number;
  /** Where a value is, in hundredths of the way. */
  at(value: number): number;
}

/** The narrowest such scale that holds some values, all of them above 0. */
export function tenfoldScale(values: readonly number[]): TenfoldScale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    least: 10 ** first,
    most: 10 ** last,
    at: value => Math.round(((Math.log10(value) - first) / (last - first)) * 10_000) / 100,
  };
}
