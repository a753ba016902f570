import { findFirst } from './find-first.ts';

/** Unique strings in the order of their UTF-16 code units; a string's number is its position. */
export interface StringTable {
  /** The code units of all strings, concatenated. */
  readonly units: Uint16Array<ArrayBuffer>;
  /** The start of each string in `units`, followed by the end of the last one. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** Creates a table of sorted strings. */
export function createStringTable(sorted: readonly string[]): StringTable {
  const starts = new Uint32Array(sorted.length + 1);
  for (let i = 0; i < sorted.length; i++) starts[i + 1] = (starts[i] ?? 0) + (sorted[i] ?? '').length;
  const units = new Uint16Array(starts[sorted.length] ?? 0);
  for (let i = 0; i < sorted.length; i++) {
    const [start, text] = [starts[i] ?? 0, sorted[i] ?? ''];
    for (let at = 0; at < text.length; at++) units[start + at] = text.charCodeAt(at);
  }
  return { units, starts };
}

/** The strings of a table from `from` (inclusive) to `to` (exclusive). */
export interface StringRange {
  readonly from: number;
  readonly to: number;
}

/** Creates a table of strings of another table and new ones, in their order. */
export function spliceStrings(table: StringTable, parts: readonly (StringRange | string)[]): StringTable {
  let [size, length] = [0, 0];
  for (const part of parts) {
    size += typeof part === 'string' ? 1 : part.to - part.from;
    length += typeof part === 'string' ? part.length : (table.starts[part.to] ?? 0) - (table.starts[part.from] ?? 0);
  }
  const [units, starts] = [new Uint16Array(length), new Uint32Array(size + 1)];
  let [next, end] = [1, 0];
  for (const part of parts) {
    if (typeof part === 'string') {
      for (let at = 0; at < part.length; at++) units[end++] = part.charCodeAt(at);
      starts[next++] = end;
      continue;
    }
    const [from, to] = [table.starts[part.from] ?? 0, table.starts[part.to] ?? 0];
    units.set(table.units.subarray(from, to), end);
    for (let string = part.from + 1; string <= part.to; string++)
      starts[next++] = end + (table.starts[string] ?? 0) - from;
    end += to - from;
  }
  return { units, starts };
}

/** Returns the number of strings. */
export function sizeOf({ starts }: StringTable): number {
  return starts.length - 1;
}

/** Returns the number of a string; undefined if the table does not contain it. */
export function numberOf(dictionary: StringTable, text: string): number | undefined {
  const place = findString(dictionary, text, false);
  return place < sizeOf(dictionary) && lengthAt(dictionary, place) === text.length && starts(dictionary, place, text)
    ? place
    : undefined;
}

/** Returns the range of the strings that start with `beginning`: the first number, and the first one after it. */
export function rangeOf(dictionary: StringTable, beginning: string): readonly [number, number] {
  return [findString(dictionary, beginning, false), findString(dictionary, beginning, true)];
}

/** Returns the length of the string with a number, in UTF-16 code units. */
export function lengthAt({ starts }: StringTable, number: number): number {
  return (starts[number + 1] ?? 0) - (starts[number] ?? 0);
}

/** Returns the string with a number. */
export function textAt({ units, starts }: StringTable, number: number): string {
  return String.fromCharCode(...units.subarray(starts[number] ?? 0, starts[number + 1] ?? 0));
}

/** Whether a string has `text` at an offset from its start. */
function hasAt({ units, starts }: StringTable, number: number, text: string, distance: number): boolean {
  const start = (starts[number] ?? 0) + distance;
  if (start + text.length > (starts[number + 1] ?? 0)) return false;
  for (let i = 0; i < text.length; i++) if (units[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/**
 * Returns the first string that is not before `text`, or, with `pass`, the first one after all strings that start with
 * it.
 */
function findString(dictionary: StringTable, text: string, pass: boolean): number {
  return findFirst(sizeOf(dictionary), number => {
    const order = compareStart(dictionary, number, text);
    return order < 0 || (pass && order === 0);
  });
}

/**
 * Compares the start of a string with `text`, by as many code units as `text` has. Returns a negative number, 0, or a
 * positive one.
 */
function compareStart({ units, starts }: StringTable, number: number, text: string): number {
  const start = starts[number] ?? 0;
  const end = starts[number + 1] ?? 0;
  for (let i = 0; i < text.length; i++) {
    if (start + i === end) return -1;
    const difference = (units[start + i] ?? 0) - text.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return 0;
}

function starts(dictionary: StringTable, number: number, text: string): boolean {
  return hasAt(dictionary, number, text, 0);
}
