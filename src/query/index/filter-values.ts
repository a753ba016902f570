import type { Row } from '#contract/row.ts';
import {
  FILTER_NAMES,
  type FilterName,
  type FilterValues,
  getFilter,
  listFilterValues,
  readFilterValues,
} from '../filters.ts';

/** The values that a row can be filtered by, each as `parameter=value`. */
export function getFilterValues(row: Row): Set<string> {
  const values = new Set<string>();
  for (const name of FILTER_NAMES) {
    const known = KNOWN.get(name);
    for (const value of readFilterValues(row, name)) values.add(known?.get(value) ?? `${name}=${value}`);
  }
  return values;
}

/**
 * Packs the result of `getFilterValues` into a short text, one character for each value of the format, so that the values of
 * all listings can be read at once. Only the same sources can unpack it.
 */
export function packFilterValues(values: Iterable<string>): string {
  let codes = '';
  let others = '';
  for (const value of values) {
    const code = CODES_BY_VALUE.get(value);
    if (code === undefined) others += ` ${value}`;
    else codes += String.fromCharCode(code);
  }
  return codes + others;
}

/**
 * Returns the values of a text from `packFilterValues`.
 * @throws RangeError for an unknown code, because the text is damaged or from other sources
 */
export function unpackFilterValues(packed: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < packed.length; at++) {
    const code = packed.charCodeAt(at);
    // No value contains a space.
    if (code === SPACE) return [...values, ...packed.slice(at + 1).split(' ')];
    const value = VALUES_BY_CODE[code - FIRST_CODE];
    if (value === undefined) throw new RangeError(`Unknown code of a filter value: ${code}.`);
    values.push(value);
  }
  return values;
}

/** The results for the values of the format, because most of the time of a new string is its hash. */
const KNOWN: ReadonlyMap<FilterName, ReadonlyMap<string, string>> = new Map(
  FILTER_NAMES.map(name => [name, new Map(listFilterValues(name)?.map(value => [value, `${name}=${value}`]))]),
);

/** The values of the format, whose positions are their codes in packed texts. */
const VALUES_BY_CODE = [...KNOWN.values()].flatMap(known => [...known.values()]);
const SPACE = 0x20;
const FIRST_CODE = SPACE + 1;
const CODES_BY_VALUE: ReadonlyMap<string, number> = new Map(
  VALUES_BY_CODE.map((value, at) => [value, FIRST_CODE + at]),
);

/** The values that a row needs to pass all filters, each as `parameter=value`: one of each list of alternatives. */
export function getRequiredValues(filters: FilterValues): string[][] {
  const required: string[][] = [];
  for (const [name, value] of Object.entries(filters) as [FilterName, unknown][]) {
    if (!Array.isArray(value)) required.push([`${name}=${value}`]);
    else if (getFilter(name).kind === 'all') for (const each of value) required.push([`${name}=${each}`]);
    else required.push(value.map(each => `${name}=${each}`));
  }
  return required;
}
