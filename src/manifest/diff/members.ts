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
    const additional = getMemberPair(pair, name);
    if (!sameJson(additional.before, additional.after)) yield createMemberChange(additional, name);
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

/** Additional members have no defined meaning, so each has one change, at the deepest location that contains it all. */
function createMemberChange(member: Pair, name: string): ManifestChange {
  let location = member;
  const parts = [name];
  while (parts.length < MAX_DEPTH && isObject(location.before) && isObject(location.after)) {
    const [only, ...others] = listNames(location)
      .map(each => ({ each, pair: getMemberPair(location, each) }))
      .filter(({ pair }) => !sameJson(pair.before, pair.after));
    if (only === undefined || others.length > 0) break;
    parts.push(only.each);
    location = only.pair;
  }
  const change = toChangeKind(location);
  const path = formatValue(parts.join('.'));
  return createChange(location, `member-${change}`, `additional member ${path}${location.of} ${change}`);
}

function listNames({ before, after }: Pair): string[] {
  const names = new Set([before, after].filter(isObject).flatMap(each => Object.keys(each)));
  return [...names].sort();
}
