import { isObject } from '../json-object.ts';
import { sameJson } from '../same-manifest.ts';
import { type Comparison, createChange, getMemberPair, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';

/**
 * Compares two objects: known members in the given order, then additional members by name. A missing or null object counts
 * as empty. Finds nothing if neither value is an object.
 */
export function* diffMembers(
  pair: Pair,
  known: Readonly<Record<string, Comparison>>,
): Generator<ManifestChange, undefined, undefined> {
  for (const [name, comparison] of Object.entries(known))
    yield* compareMembers(getMemberPair(pair, name), name, comparison);
  for (const name of listNames(pair).filter(each => !Object.hasOwn(known, each))) {
    const location = findDifference(getMemberPair(pair, name), [name]);
    if (location !== undefined) yield createMemberChange(location);
  }
}

/** Creates a comparison of objects with known members. */
export function diffObject(known: Readonly<Record<string, Comparison>>): Comparison {
  return pair => diffMembers(pair, known);
}

/** Runs a comparison if the values differ. Reports a generic change if it finds nothing, so that no change is lost. */
export function* compareMembers(
  pair: Pair,
  name: string,
  comparison: Comparison,
): Generator<ManifestChange, undefined, undefined> {
  if (sameJson(pair.before, pair.after)) return;
  let isReported = false;
  for (const found of comparison(pair)) {
    isReported = true;
    yield found;
  }
  const change = toChangeKind(pair);
  if (!isReported) yield createChange(pair, `value-${change}`, `${name.replaceAll('_', ' ')}${pair.of} ${change}`);
}

/** Maximum depth of the search in additional members. */
const MAX_DEPTH = 8;

/** A location in an additional member. */
interface Location {
  readonly pair: Pair;
  /** The names from the additional member to the location. */
  readonly names: readonly string[];
}

/**
 * Returns the deepest member that contains all differences of two values; undefined if they are equal. Does not search in
 * arrays, and reads each value once.
 */
function findDifference(pair: Pair, names: readonly string[]): Location | undefined {
  if (names.length === MAX_DEPTH || !isObject(pair.before) || !isObject(pair.after))
    return sameJson(pair.before, pair.after) ? undefined : { pair, names };
  let only: Location | undefined;
  for (const name of listNames(pair)) {
    const found = findDifference(getMemberPair(pair, name), [...names, name]);
    if (found && only) return { pair, names };
    only ??= found;
  }
  return only;
}

/** Additional members have no defined meaning, so each has one change. */
function createMemberChange({ pair, names }: Location): ManifestChange {
  const change = toChangeKind(pair);
  return createChange(
    pair,
    `member-${change}`,
    `additional member ${formatValue(names.join('.'))}${pair.of} ${change}`,
  );
}

function listNames({ before, after }: Pair): string[] {
  const names = new Set([before, after].filter(isObject).flatMap(each => Object.keys(each)));
  return [...names].sort();
}
