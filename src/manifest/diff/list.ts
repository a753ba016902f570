import { type Comparison, createChange, type Pair } from './comparison.ts';
import type { ManifestChange } from './kind.ts';
import { matchItems } from './match-items.ts';
import { compareMembers } from './members.ts';

/** The rules for matching and comparing list items. */
export interface ListRules {
  /** The name of the list, such as `endpoints`. */
  readonly name: string;
  /** The keys that identify an item, most specific first. Each key matches the items that earlier keys left. */
  readonly keys: readonly ((item: unknown) => string)[];
  readonly added: (item: Pair) => ManifestChange;
  readonly removed: (item: Pair) => ManifestChange;
  readonly changed: Comparison;
}

/**
 * Compares two lists. Reports the items in their later order, then removed items, then a change of the order, which is never
 * breaking. A missing list counts as empty.
 */
export function* diffList(pair: Pair, rules: ListRules): Generator<ManifestChange, undefined, undefined> {
  const { before = [], after = [] } = pair;
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  const { partners, removed, reordered } = matchItems(before, after, rules.keys);
  for (const [index, partner] of partners.entries()) {
    const item = createItemPair(pair, before, after, partner, index);
    if (partner === undefined) yield rules.added(item);
    else yield* compareMembers(item, rules.name, rules.changed);
  }
  for (const partner of removed) yield rules.removed(createItemPair(pair, before, after, partner, undefined));
  if (reordered) yield createChange(pair, 'order-changed', `order of ${rules.name}${pair.of} changed`);
}

function createItemPair(
  pair: Pair,
  before: readonly unknown[],
  after: readonly unknown[],
  beforeIndex: number | undefined,
  afterIndex: number | undefined,
): Pair {
  return {
    before: beforeIndex === undefined ? undefined : before[beforeIndex],
    after: afterIndex === undefined ? undefined : after[afterIndex],
    beforePointer: beforeIndex === undefined ? pair.beforePointer : `${pair.beforePointer}/${beforeIndex}`,
    afterPointer: afterIndex === undefined ? pair.afterPointer : `${pair.afterPointer}/${afterIndex}`,
    of: pair.of,
  };
}
