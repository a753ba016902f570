import type { Status } from '#contract/row.ts';
import { type RowText, toRowTexts } from '#query/row-text.ts';
import type { BriefRow, Card } from './card.ts';

/**
 * The cards of all listings, numbered from 0 in the order of ids. A card is read on request and not kept, so that
 * memory does not grow with the number of listings; what callers need of all of them is in columns.
 */
export interface Cards extends Iterable<Card> {
  readonly size: number;
  /** Returns a card, which reads its members when they are used. */
  at(number: number): Card;
  /** Returns the rows of some listings as JSON, in one buffer. */
  rowTexts(numbers: Uint32Array): RowText[];
  id(number: number): string;
  /** @see Card.brief */
  brief(number: number): BriefRow;
  status(number: number): Status;
  /** @see Card.digest */
  digest(number: number): string;
  /** @see Card.textKey */
  textKey(number: number): string;
  /** @see Card.changedAt */
  changedAt(number: number): string;
  /** @see Card.endpointPages */
  endpointPages(number: number): number;
  /** Returns the number of a listing; -1 if it does not exist. */
  find(id: string): number;
}

/** Returns cards in memory, which the caller has already read. */
export function cardsInMemory(cards: readonly Card[]): Cards {
  const sorted = cards.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
  const numbers = new Map(sorted.map(({ row }, number) => [row.id, number]));
  const at = (number: number): Card => {
    const card = sorted[number];
    if (card === undefined) throw new RangeError(`There is no card ${number}.`);
    return card;
  };
  return {
    size: sorted.length,
    at,
    rowTexts: numbers => toRowTexts(Array.from(numbers, number => JSON.stringify(at(number).row))),
    id: number => at(number).row.id,
    brief: number => at(number).row,
    status: number => at(number).row.status,
    digest: number => at(number).digest,
    textKey: number => at(number).textKey,
    changedAt: number => at(number).changedAt,
    endpointPages: number => at(number).endpointPages,
    find: id => numbers.get(id) ?? -1,
    [Symbol.iterator]: () => sorted[Symbol.iterator](),
  };
}
