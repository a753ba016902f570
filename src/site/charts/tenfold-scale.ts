/** A logarithmic scale from one power of ten to another. */
export interface TenfoldScale {
  readonly least: number;
  readonly most: number;
  /** The position of a value, in percent. */
  at(value: number): number;
}

/** Creates the narrowest scale that contains the values, which must be above 0. */
export function createTenfoldScale(values: readonly number[]): TenfoldScale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    least: 10 ** first,
    most: 10 ** last,
    at: value => Math.round(((Math.log10(value) - first) / (last - first)) * 10_000) / 100,
  };
}
