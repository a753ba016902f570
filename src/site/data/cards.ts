import type { Card } from './card.ts';

/**
 * The cards of all listings, numbered from 0 in the order of ids. A card is read on request and not kept, so that
 * memory does not grow with the number of listings; what callers need of all of them is in columns.
 */
export interface Cards extends Iterable<Card> {
  readonly size: number;
  at(number: number): Card;
  /** @see Card.digest */
  digest(number: number): string;
  /** @see Card.textKey */
  textKey(number: number): string;
  /** @see Card.changedAt */
  changedAt(number: number): string;
  /** The id of the listing. */
  id(number: number): string;
  /** Returns the number of a listing; -1 if it does not exist. */
  find(id: string): number;
}

/** Returns cards in memory, sorted by id. */
export function cardsInMemory(cards: readonly Card[]): Cards {
  const sorted = cards.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
  const at = (number: number): Card => {
    const card = sorted[number];
    if (card === undefined) throw new RangeError(`There is no card ${number}.`);
    return card;
  };
  return {
    size: sorted.length,
    at,
    digest: number => at(number).digest,
    textKey: number => at(number).textKey,
    changedAt: number => at(number).changedAt,
    id: number => at(number).row.id,
    find: id => sorted.findIndex(({ row }) => row.id === id),
    [Symbol.iterator]: () => sorted[Symbol.iterator](),
  };
}
