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

/** The results for the values of the format, because most of the time of a new string is its hash. */
const KNOWN: ReadonlyMap<FilterName, ReadonlyMap<string, string>> = new Map(
  FILTER_NAMES.map(name => [name, new Map(listFilterValues(name)?.map(value => [value, `${name}=${value}`]))]),
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
