import type { Entry } from '#query/entry.ts';
import { toRowTexts } from '#query/row-text.ts';
import type { ListedRows } from './list-engine.ts';

/** Returns the rows for lists, from entries sorted by id. */
export function rowsInMemory(entries: readonly Entry[]): ListedRows {
  const at = (number: number) => {
    const entry = entries[number];
    if (entry === undefined) throw new RangeError(`There is no entry ${number}.`);
    return entry;
  };
  return {
    at,
    rowTexts: numbers => toRowTexts(Array.from(numbers, number => JSON.stringify(at(number).row))),
    [Symbol.iterator]: () => entries[Symbol.iterator](),
  };
}
