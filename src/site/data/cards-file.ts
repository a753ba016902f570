import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Card } from './card.ts';

/** The contents of a card file. */
export interface StoredCards {
  /** A key for the inputs of the cards. */
  readonly key: string;
  readonly cards: readonly Card[];
}

/** Separates a card from its texts in a line. JSON has no tab. */
const SEPARATOR = '\t';

/**
 * A card from a file. Only indexes need the texts of a listing, and only of a changed one, so that they are parsed on
 * request; they are nearly half of the file.
 */
class StoredCard {
  readonly #line: string;

  constructor(line: string) {
    this.#line = line;
    Object.assign(this, JSON.parse(line.slice(0, line.indexOf(SEPARATOR))));
  }

  get text(): Card['text'] {
    return JSON.parse(this.#line.slice(this.#line.indexOf(SEPARATOR) + 1)) ?? undefined;
  }

  /** The original line: an unchanged card is written back as it was. */
  static lineOf(card: object): string | undefined {
    return #line in card ? card.#line : undefined;
  }
}

/**
 * Reads a file from `writeCards`: one line for the key and one per card, in ASCII, which loads four times as fast as
 * UTF-8. To copy a card, copy its `text` by name, because it is not an own property.
 *
 * @throws SyntaxError if the file is incomplete
 */
export function readCards(file: string): StoredCards {
  const [head = '', ...rest] = readFileSync(file, 'latin1').split('\n');
  const { key, count } = JSON.parse(head) as { key: string; count: number };
  if (rest.length !== count) throw new SyntaxError(`${file} has ${rest.length} of ${count} cards.`);
  return { key, cards: rest.map(line => new StoredCard(line) as unknown as Card) };
}

/** Writes a card file atomically, because another process may be reading the previous one. */
export function writeCards(file: string, { key, cards }: StoredCards): void {
  const head = JSON.stringify({ key, count: cards.length });
  const draft = `${file}.draft`;
  writeFileSync(draft, [head, ...cards.map(card => StoredCard.lineOf(card) ?? toLine(card))].join('\n'), 'latin1');
  renameSync(draft, file);
}

function toLine({ text, ...card }: Card): string {
  return asciiJson(card) + SEPARATOR + asciiJson(text ?? null);
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
