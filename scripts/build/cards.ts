import path from 'node:path';
import type { Bases } from '#listing/row.ts';
import type { Card } from '#site/card.ts';
import { cardsIn, type StoredCards, writeCards } from '#site/cards-file.ts';
import { loadCards } from '#site/load-cards.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Tree } from './tree.ts';

/**
 * The cards of all listings, in the order of their ids. Those of the last build of the tree are taken over, so that listings
 * that have not changed are not parsed and checked again; the new ones are written down, for the parts of this build.
 *
 * @param key names the sources and addresses that cards are made with; those of others are not taken over
 * @returns with the broken files, whose listings are left out
 */
export async function currentCards(
  directories: DataDirectories,
  bases: Bases,
  tree: Tree,
  key: string,
): Promise<{ readonly cards: readonly Card[]; readonly broken: readonly BrokenFile[] }> {
  const stored = storedIn(tree);
  const known = stored?.key === key ? stored.cards : undefined;
  const { cards, broken } = await loadCards(directories, bases, known);
  const isNew = cards.length !== known?.length || cards.some((card, at) => card !== known[at]);
  if (isNew) writeCards(cardsFile(tree), { key, cards });
  return { cards, broken };
}

/** The cards that `currentCards` wrote down. */
export function readCards(tree: Tree): readonly Card[] {
  return cardsIn(cardsFile(tree)).cards;
}

export function cardsFile({ ledgers }: Tree): string {
  return path.join(ledgers, 'cards');
}

/** Undefined where there are none yet, or half of them. */
function storedIn(tree: Tree): StoredCards | undefined {
  try {
    return cardsIn(cardsFile(tree));
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
