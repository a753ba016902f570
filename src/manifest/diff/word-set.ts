import { type Comparison, createChange } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChangeKind } from './kind.ts';
import { diffList } from './list.ts';
import { keyOf } from './match-items.ts';

interface Words {
  readonly name: string;
  /** One of them, e.g. `category`. */
  readonly one: string;
  readonly added: ManifestChangeKind;
  readonly removed: ManifestChangeKind;
  readonly removalBreaks?: boolean;
}

/** A list of words that is meant as a set, e.g. categories. */
export function wordSet({ name, one, added, removed, removalBreaks }: Words): Comparison {
  return pair =>
    diffList(pair, {
      name,
      keys: [keyOf],
      added: item => createChange(item, added, `${one} ${formatValue(item.after)}${item.of} added`),
      removed: item =>
        createChange(item, removed, `${one} ${formatValue(item.before)}${item.of} removed`, removalBreaks),
      changed: () => [],
    });
}
