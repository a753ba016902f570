import { type Comparison, createChange, type Pair } from './comparison.ts';
import type { ManifestChange } from './kind.ts';
import { matchItems } from './match-items.ts';
import { compareMembers } from './members.ts';

/** How the items of a list are told apart and compared. */
export interface ListRules {
  /** What the list is called, e.g. `endpoints`. */
  readonly name: string;
  /** What identifies an item, the finest key first: items are matched by it, and what is left by the next. */
  readonly keys: readonly ((item: unknown) => string)[];
  readonly added: (item: Pair) => ManifestChange;
  readonly removed: (item: Pair) => ManifestChange;
  readonly changed: Comparison;
}

/** Compares two lists whose order means nothing but is told: items in the order after, then those removed. Absent is empty. */
export function* diffList(pair: Pair, rules: ListRules): Generator<ManifestChange, undefined, undefined> {
  const { before = [], after = [] } = pair;
  if (!Array.isArray(before) || !Array.isArray(after)) return;
  const { partners, removed, reordered } = matchItems(before, after, rules.keys);
  for (const [index, partner] of partners.entries()) {
    const item = itemOf(pair, before, after, partner, index);
    if (partner === undefined) yield rules.added(item);
    else yield* compareMembers(item, rules.name, rules.changed);
  }
  for (const partner of removed) yield rules.removed(itemOf(pair, before, after, partner, undefined));
  if (reordered) yield createChange(pair, 'order-changed', `order of ${rules.name}${pair.of} changed`);
}

function itemOf(
  pair: Pair,
  before: readonly unknown[],
  after: readonly unknown[],
  was: number | undefined,
  is: number | undefined,
): Pair {
  return {
    before: was === undefined ? undefined : before[was],
    after: is === undefined ? undefined : after[is],
    beforeAt: was === undefined ? pair.beforeAt : `${pair.beforeAt}/${was}`,
    afterAt: is === undefined ? pair.afterAt : `${pair.afterAt}/${is}`,
    of: pair.of,
  };
}
