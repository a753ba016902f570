import type { DifferenceKind } from './kind.ts';
import { list } from './list.ts';
import { keyOf } from './matching.ts';
import { type Comparison, difference } from './pair.ts';
import { shown } from './shown.ts';

interface Words {
  readonly name: string;
  /** One of them, e.g. `category`. */
  readonly one: string;
  readonly added: DifferenceKind;
  readonly removed: DifferenceKind;
  readonly removalBreaks?: boolean;
}

/** A list of words that is meant as a set, e.g. categories. */
export function wordSet({ name, one, added, removed, removalBreaks }: Words): Comparison {
  return pair =>
    list(pair, {
      name,
      keys: [keyOf],
      added: item => difference(item, added, `${one} ${shown(item.after)}${item.of} added`),
      removed: item => difference(item, removed, `${one} ${shown(item.before)}${item.of} removed`, removalBreaks),
      changed: () => [],
    });
}
