import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Card } from './card.ts';

/** The contents of a card file. */
export interface StoredCards {
  /** A key for the inputs of the cards. */
  readonly key: string;
  readonly cards: readonly Card[];
}

/** The original lines of the cards. Unchanged cards are written back as they were. */
const lines = new WeakMap<Card, string>();

/**
 * Reads a file from `writeCards`: one line for the key and one per card, in ASCII, which loads four times as fast as
 * UTF-8.
 *
 * @throws SyntaxError if the file is incomplete
 */
export function readCards(file: string): StoredCards {
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

/** Writes a card file atomically, because another process may be reading the previous one. */
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
