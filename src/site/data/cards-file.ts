import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Card } from './card.ts';

/** What a file of cards holds. */
export interface StoredCards {
  /** Names what they were made with. */
  readonly key: string;
  readonly cards: readonly Card[];
}

/** The lines that cards were read from: what has not changed is written again as it was. */
const lines = new WeakMap<Card, string>();

/**
 * Reads a file that `writeCards` has written: a line for the key, and one for each card, in ASCII, which is read four times
 * as fast as UTF-8.
 *
 * @throws SyntaxError when it is half written
 */
export function cardsIn(file: string): StoredCards {
  const [head = '', ...rest] = readFileSync(file, 'latin1').split('\n');
  const { key, count } = JSON.parse(head) as { key: string; count: number };
  if (rest.length !== count) throw new SyntaxError(`${file} has ${rest.length} of ${count} cards.`);
  const cards = rest.map(line => {
    const card: Card = JSON.parse(line);
    lines.set(card, line);
    return card;
  });
  return { key, cards };
}

/** Writes a file of cards, whole or not at all: somebody may be reading the one before. */
export function writeCards(file: string, { key, cards }: StoredCards): void {
  const head = JSON.stringify({ key, count: cards.length });
  const draft = `${file}.draft`;
  writeFileSync(draft, [head, ...cards.map(card => lines.get(card) ?? asciiJson(card))].join('\n'), 'latin1');
  renameSync(draft, file);
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
