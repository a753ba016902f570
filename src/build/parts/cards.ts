import path from 'node:path';
import type { Bases } from '#listing/row.ts';
import type { Card } from '#site/data/card.ts';
import { readCards, writeCards } from '#site/data/cards-file.ts';
import { loadCards } from '#site/data/load-cards.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { Tree } from '../tree.ts';

/** The difference between the cards of a build and those that the last build of the tree saved. */
export interface CardChanges {
  /** New and changed cards. */
  readonly cards: readonly Card[];
  /** The ids of removed listings. */
  readonly gone: readonly string[];
}

/** The cards of a build. */
export interface CurrentCards {
  /** Sorted by id. */
  readonly cards: readonly Card[];
  /** The broken files, whose listings are skipped. */
  readonly broken: readonly BrokenFile[];
  /** Compared with `writtenCards`. */
  readonly changes: CardChanges;
  /** Whether they need to be saved. */
  readonly isNew: boolean;
}

/**
 * Returns the cards of all listings. It reuses those of the last build of the tree, so that unchanged listings are not
 * parsed and validated again.
 * @param key identifies the sources and URLs that cards depend on; cards with another key are not reused
 * @param signal aborts the read
 * @throws the reason of the signal
 */
export async function currentCards(
  directories: DataDirectories,
  bases: Bases,
  tree: Tree,
  key: string,
  signal?: AbortSignal,
): Promise<CurrentCards> {
  const written = readStoredCards(tree, key);
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

/** Saves the cards for the next build, and for threads and processes that have not read those of the last one. */
export function keepCards(tree: Tree, key: string, { cards, isNew }: CurrentCards): void {
  if (isNew) writeCards(cardsFile(tree), { key, cards });
}

/** Returns the cards that were last saved, sorted by id. */
export function writtenCards(tree: Tree, key: string): readonly Card[] {
  return readStoredCards(tree, key) ?? [];
}

/** Undefined if no cards with this key are saved, or if the file is incomplete. */
function readStoredCards(tree: Tree, key: string): readonly Card[] | undefined {
  try {
    const stored = readCards(cardsFile(tree));
    return stored.key === key ? stored.cards : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Applies changes to cards, sorted by id. */
export function changedCards(known: readonly Card[], { cards, gone }: CardChanges): readonly Card[] {
  if (cards.length === 0 && gone.length === 0) return known;
  const byId = new Map(known.map(card => [card.row.id, card]));
  for (const id of gone) byId.delete(id);
  for (const card of cards) byId.set(card.row.id, card);
  return [...byId.values()].sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

export function cardsFile({ cacheDir }: Tree): string {
  return path.join(cacheDir, 'cards');
}
