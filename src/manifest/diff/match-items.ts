/** The matched items of two lists. */
export interface Matching {
  /** For each later item, its earlier index. Undefined for new items. */
  readonly partners: readonly (number | undefined)[];
  /** The indexes of removed items, in order. */
  readonly removed: readonly number[];
  /** Whether the order of the matched items changed. */
  readonly reordered: boolean;
}

/**
 * Matches items with equal keys, in order if several items share a key. Each key matches only the items that earlier keys
 * left, so a specific key separates items that a general key would confuse. Takes linear time.
 */
export function matchItems(
  before: readonly unknown[],
  after: readonly unknown[],
  keys: readonly ((item: unknown) => string)[],
): Matching {
  const partners: (number | undefined)[] = after.map(() => undefined);
  const matched = new Set<number>();
  for (const key of keys) {
    const available = groupByKey(before, matched, key);
    for (const [index, item] of after.entries()) {
      const position = partners[index] === undefined ? available.get(key(item))?.pop() : undefined;
      if (position === undefined) continue;
      partners[index] = position;
      matched.add(position);
    }
  }
  const matchedIndexes = partners.filter(position => position !== undefined);
  return {
    partners,
    removed: [...before.keys()].filter(position => !matched.has(position)),
    reordered: matchedIndexes.some((position, index) => index > 0 && position < (matchedIndexes[index - 1] ?? 0)),
  };
}

/** Groups unmatched indexes by key in descending order, so that `pop` returns them in ascending order. */
function groupByKey(
  items: readonly unknown[],
  matched: ReadonlySet<number>,
  key: (item: unknown) => string,
): Map<string, number[]> {
  const indexes = new Map<string, number[]>();
  for (let position = items.length - 1; position >= 0; position--) {
    if (matched.has(position)) continue;
    const name = key(items[position]);
    const same = indexes.get(name);
    if (same) same.push(position);
    else indexes.set(name, [position]);
  }
  return indexes;
}

/** Creates a key from strings and numbers. Other values count as missing. */
export function createKey(...parts: unknown[]): string {
  return JSON.stringify(parts.map(part => (typeof part === 'string' || typeof part === 'number' ? part : null)));
}
