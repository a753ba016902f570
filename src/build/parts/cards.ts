import path from 'node:path';
import type { Bases } from '#listing/row.ts';
import { type CardsFile, openCards } from '#site/data/cards/cards-file.ts';
import { type CardChanges, CardsWriter } from '#site/data/cards/cards-writer.ts';
import { findCards, type ReadOptions } from '#site/data/cards/load-cards.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Tree } from '../tree.ts';

/** What a build found in the registry. */
export interface FoundCards {
  /** The broken files, whose listings are skipped. */
  readonly broken: readonly BrokenFile[];
  /** The difference from the cards that the last build of the tree saved. */
  readonly changes: CardChanges;
}

/**
 * Saves the cards of all listings for this build and the next one. It reuses those of the last build of the tree, so that
 * unchanged listings are not parsed and validated again.
 * @param key identifies the sources and URLs that cards depend on; cards with another key are not reused
 * @param options `signal` aborts the read; `stamps` as for `readListingFiles`
 * @throws the reason of the signal
 */
export async function saveCurrentCards(
  directories: DataDirectories,
  bases: Bases,
  tree: Tree,
  key: string,
  options?: ReadOptions,
): Promise<FoundCards> {
  const file = cardsFile(tree);
  const known = openSavedCards(tree, key);
  const writer = new CardsWriter(file, key, known);
  try {
    const broken = await findCards(directories, bases, writer, known, options);
    const changes = writer.changes();
    writer.finish();
    return { broken, changes };
  } finally {
    writer.close();
    known?.close();
  }
}

/** Opens the cards that were saved last. Undefined if none with this key are saved, or if the file is incomplete. */
export function openSavedCards(tree: Tree, key: string): CardsFile | undefined {
  const cards = openCards(cardsFile(tree));
  if (cards?.head.key === key) return cards;
  cards?.close();
  return undefined;
}

/** Returns the path of the cards in the build cache. */
export function cardsFile({ cacheDir }: Tree): string {
  return path.join(cacheDir, 'cards');
}
