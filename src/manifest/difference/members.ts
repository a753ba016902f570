import { sameJson } from '../same-manifest.ts';
import type { Difference } from './kind.ts';
import { type Comparison, difference, isObject, memberOf, type Pair, turnOf } from './pair.ts';
import { shown } from './shown.ts';

/**
 * Compares two objects member by member: the known ones in the order given, then additional ones by name. An object
 * that is absent or null counts as an empty one. Where both are something else, nothing is found.
 */
export function* members(
  pair: Pair,
  known: Readonly<Record<string, Comparison>>,
): Generator<Difference, undefined, undefined> {
  for (const [name, comparison] of Object.entries(known)) yield* compared(memberOf(pair, name), name, comparison);
  for (const name of namesOf(pair).filter(each => !Object.hasOwn(known, each))) {
    const additional = memberOf(pair, name);
    if (!sameJson(additional.before, additional.after)) yield additionalDifference(additional, name);
  }
}

/** A comparison of members, for use inside another one. */
export function object(known: Readonly<Record<string, Comparison>>): Comparison {
  return pair => members(pair, known);
}

/** What a comparison finds; where values differ and it finds nothing, that they do. So no difference goes untold. */
export function* compared(
  pair: Pair,
  name: string,
  comparison: Comparison,
): Generator<Difference, undefined, undefined> {
  if (sameJson(pair.before, pair.after)) return;
  let told = false;
  for (const found of comparison(pair)) {
    told = true;
    yield found;
  }
  const turn = turnOf(pair);
  if (!told) yield difference(pair, `value-${turn}`, `${name.replaceAll('_', ' ')}${pair.of} ${turn}`);
}

/** How deep a difference is looked for in what the format knows nothing about. */
const DEEPEST = 8;

/** Additional members carry no meaning here, so each has one difference, at the deepest place that holds all of it. */
function additionalDifference(member: Pair, name: string): Difference {
  let place = member;
  const parts = [name];
  while (parts.length < DEEPEST && isObject(place.before) && isObject(place.after)) {
    const [only, ...others] = namesOf(place)
      .map(each => ({ each, pair: memberOf(place, each) }))
      .filter(({ pair }) => !sameJson(pair.before, pair.after));
    if (only === undefined || others.length > 0) break;
    parts.push(only.each);
    place = only.pair;
  }
  const turn = turnOf(place);
  return difference(place, `member-${turn}`, `additional member ${shown(parts.join('.'))}${place.of} ${turn}`);
}

function namesOf({ before, after }: Pair): string[] {
  const names = new Set([before, after].filter(isObject).flatMap(each => Object.keys(each)));
  return [...names].sort();
}
