import { type Comparison, createChange } from './comparison.ts';
import { formatValue } from './format-value.ts';
import type { ManifestChangeKind } from './kind.ts';
import { diffList } from './list.ts';
import { createKey } from './match-items.ts';

interface TermSetOptions {
  readonly name: string;
  /** The singular, such as `category`. */
  readonly singular: string;
  readonly added: ManifestChangeKind;
  readonly removed: ManifestChangeKind;
  readonly isRemovalBreaking?: boolean;
}

/** Compares lists of terms whose order has no meaning, such as categories. */
export function termSet({ name, singular, added, removed, isRemovalBreaking }: TermSetOptions): Comparison {
  return pair =>
    diffList(pair, {
      name,
      keys: [createKey],
      added: item => createChange(item, added, `${singular} ${formatValue(item.after)}${item.of} added`),
      removed: item =>
        createChange(item, removed, `${singular} ${formatValue(item.before)}${item.of} removed`, isRemovalBreaking),
      changed: () => [],
    });
}
