/** Which items of two lists belong together. */
export interface Matching {
  /** For each item after, its place before; undefined when it is new. */
  readonly partners: readonly (number | undefined)[];
  /** The places of the items before that have no partner, in order. */
  readonly removed: readonly number[];
  /** Whether the items that stayed stand in another order. */
  readonly reordered: boolean;
}

/**
 * Matches items with equal keys, in order where several have the same. Each key sees what the ones before it left over,
 * so a fine key keeps twins apart that a coarse one would confuse. Linear in the number of items.
 */
export function matchItems(
  before: readonly unknown[],
  after: readonly unknown[],
  keys: readonly ((item: unknown) => string)[],
): Matching {
  const partners: (number | undefined)[] = after.map(() => undefined);
  const taken = new Set<number>();
  for (const key of keys) {
    const waiting = placesByKey(before, taken, key);
    for (const [index, item] of after.entries()) {
      const place = partners[index] === undefined ? waiting.get(key(item))?.pop() : undefined;
      if (place === undefined) continue;
      partners[index] = place;
      taken.add(place);
    }
  }
  const stayed = partners.filter(place => place !== undefined);
  return {
    partners,
    removed: [...before.keys()].filter(place => !taken.has(place)),
    reordered: stayed.some((place, index) => index > 0 && place < (stayed[index - 1] ?? 0)),
  };
}

/** Places not taken yet, the last one first, so that taking from the end gives them in order. */
function placesByKey(
  items: readonly unknown[],
  taken: ReadonlySet<number>,
  key: (item: unknown) => string,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let place = items.length - 1; place >= 0; place--) {
    if (taken.has(place)) continue;
    const name = key(items[place]);
    const same = places.get(name);
    if (same) same.push(place);
    else places.set(name, [place]);
  }
  return places;
}

/** A key made of the text and number members of an item; anything else counts as absent. */
export function keyOf(...parts: unknown[]): string {
  return JSON.stringify(parts.map(part => (typeof part === 'string' || typeof part === 'number' ? part : null)));
}
