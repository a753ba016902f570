import type { Row } from '#contract/row.ts';
import { FILTER_NAMES, type FilterName, type FilterValues, getFilter, readFilterValues } from '../filters.ts';

/** The values that a row can be filtered by, each as `parameter=value`. */
export function getFilterValues(row: Row): Set<string> {
  return new Set(FILTER_NAMES.flatMap(name => readFilterValues(row, name).map(value => `${name}=${value}`)));
}

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
