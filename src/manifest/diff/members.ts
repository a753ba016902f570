import { sameJson } from '../same-manifest.ts';
import { type Comparison, createChange, getMemberPair, isObject, type Pair, toChangeKind } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChange } from './kind.ts';

/**
 * Compares two objects member by member: the known ones in the order given, then additional ones by name. An object
 * that is absent or null counts as an empty one. Where both are something else, nothing is found.
 */
export function* diffMembers(
  pair: Pair,
  known: Readonly<Record<string, Comparison>>,
): Generator<ManifestChange, undefined, undefined> {
  for (const [name, comparison] of Object.entries(known))
    yield* compareMembers(getMemberPair(pair, name), name, comparison);
  for (const name of namesOf(pair).filter(each => !Object.hasOwn(known, each))) {
    const additional = getMemberPair(pair, name);
    if (!sameJson(additional.before, additional.after)) yield additionalDifference(additional, name);
  }
}

/** A comparison of members, for use inside another one. */
export function diffObject(known: Readonly<Record<string, Comparison>>): Comparison {
  return pair => diffMembers(pair, known);
}

/** What a comparison finds; where values differ and it finds nothing, that they do. So no difference goes untold. */
export function* compareMembers(
  pair: Pair,
  name: string,
  comparison: Comparison,
): Generator<ManifestChange, undefined, undefined> {
  if (sameJson(pair.before, pair.after)) return;
  let told = false;
  for (const found of comparison(pair)) {
    told = true;
    yield found;
  }
  const turn = toChangeKind(pair);
  if (!told) yield createChange(pair, `value-${turn}`, `${name.replaceAll('_', ' ')}${pair.of} ${turn}`);
}

/** How deep a difference is looked for in what the format knows nothing about. */
const DEEPEST = 8;

/** Additional members carry no meaning here, so each has one difference, at the deepest place that holds all of it. */
function additionalDifference(member: Pair, name: string): ManifestChange {
  let place = member;
  const parts = [name];
  while (parts.length < DEEPEST && isObject(place.before) && isObject(place.after)) {
    const [only, ...others] = namesOf(place)
      .map(each => ({ each, pair: getMemberPair(place, each) }))
      .filter(({ pair }) => !sameJson(pair.before, pair.after));
    if (only === undefined || others.length > 0) break;
    parts.push(only.each);
    place = only.pair;
  }
  const turn = toChangeKind(place);
  return createChange(place, `member-${turn}`, `additional member ${formatValue(parts.join('.'))}${place.of} ${turn}`);
}

function namesOf({ before, after }: Pair): string[] {
  const names = new Set([before, after].filter(isObject).flatMap(each => Object.keys(each)));
  return [...names].sort();
}
