import type { Row } from '#contract/row.ts';
import { FILTER_NAMES, type FilterName, readFilterValues } from '../../filters.ts';

/** The columns of the table `listings` that hold filter values: one for each filter. */
export const FILTER_COLUMNS = FILTER_NAMES.map(name => `${toColumnName(name)} TEXT NOT NULL`).join(', ');

/** The column of a filter. The prefix keeps filters apart from the other columns. */
export function toColumnName(name: FilterName): string {
  return `filter_${name}`;
}

/** The filter values of a row, in the order of `FILTER_COLUMNS`. */
export function toFilterColumns(row: Row): readonly string[] {
  return FILTER_NAMES.map(name => toColumnValue(readFilterValues(row, name)));
}

/** The values with a space around each, so that `instr` finds a whole one. Filter values contain no spaces. */
export function toColumnValue(values: readonly string[]): string {
  return ` ${values.join(' ')} `;
}
