import type { Row } from '#contract/row.ts';
import { FILTER_NAMES, readFilterValues } from '../../filters.ts';

/** The columns of the table `listings` that hold filter values: one for each filter, by its name. */
export const FILTER_COLUMNS = FILTER_NAMES.map(name => `${name} TEXT NOT NULL`).join(', ');

/** The filter values of a row, in the order of `FILTER_COLUMNS`. */
export function toFilterColumns(row: Row): readonly string[] {
  return FILTER_NAMES.map(name => toColumnValue(readFilterValues(row, name)));
}

/** The values with a space around each, so that `instr` finds a whole one. Filter values contain no spaces. */
export function toColumnValue(values: readonly string[]): string {
  return ` ${values.join(' ')} `;
}
