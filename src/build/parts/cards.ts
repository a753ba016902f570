import path from 'node:path';
import type { Bases } from '#listing/row.ts';
import type { Card } from '#site/data/card.ts';
import { readCards, writeCards } from '#site/data/cards-file.ts';
import { loadCards } from '#site/data/load-cards.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Tree } from '../tree.ts';

/** How the cards of a build differ from those that the last build of the tree wrote down. */
export interface CardChanges {
  /** New or changed. */
  readonly cards: readonly Card[];
  /** The ids of listings that are gone. */
  readonly gone: readonly string[];
}

/** The cards of a build. */
export interface CurrentCards {
  /** In the order of their ids. */
  readonly cards: readonly Card[];
  /** The broken files, whose listings are left out. */
  readonly broken: readonly BrokenFile[];
  /** Against `writtenCards`. */
  readonly changes: CardChanges;
  /** Whether they have to be written down. */
  readonly isNew: boolean;
}

/**
 * The cards of all listings. Those of the last build of the tree are taken over, so that listings that have not changed are
 * not parsed and checked again.
 *
 * @param key names the sources and addresses that cards are made with; those of others are not taken over
 * @param signal ends the reading
 * @throws the reason of the signal
 */
export async function currentCards(
  directories: DataDirectories,
  bases: Bases,
  tree: Tree,
  key: string,
  signal?: AbortSignal,
): Promise<CurrentCards> {
  const written = storedIn(tree, key);
  const known = written ?? [];
  const { cards, broken } = await loadCards(directories, bases, known, signal);
  const before = new Set(known);
  const ids = new Set(cards.map(({ row }) => row.id));
  const changes = {
    cards: cards.filter(card => !before.has(card)),
    gone: known.flatMap(({ row }) => (ids.has(row.id) ? [] : [row.id])),
  };
  const isNew = written === undefined || changes.cards.length > 0 || changes.gone.length > 0;
  return { cards, broken, changes, isNew };
}

/** Writes the cards down for the next build, and for who has not read those of the last. */
export function keepCards(tree: Tree, key: string, { cards, isNew }: CurrentCards): void {
  if (isNew) writeCards(cardsFile(tree), { key, cards });
}

/** The cards that were last written down, in the order of their ids. */
export function writtenCards(tree: Tree, key: string): readonly Card[] {
  return storedIn(tree, key) ?? [];
}

/** Undefined where there are none with this key, or half of them. */
function storedIn(tree: Tree, key: string): readonly Card[] | undefined {
  try {
    const stored = readCards(cardsFile(tree));
    return stored.key === key ? stored.cards : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The cards as they have become, in the order of their ids. */
export function changedCards(known: readonly Card[], { cards, gone }: CardChanges): readonly Card[] {
  if (cards.length === 0 && gone.length === 0) return known;
  const byId = new Map(known.map(card => [card.row.id, card]));
  for (const id of gone) byId.delete(id);
  for (const card of cards) byId.set(card.row.id, card);
  return [...byId.values()].sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

export function cardsFile({ ledgers }: Tree): string {
  return path.join(ledgers, 'cards');
}
