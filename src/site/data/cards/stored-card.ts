import type { Card } from './card.ts';

/** The members of a card that are in no column. */
export type CardMembers = Pick<Card, 'price' | 'results'>;

/** The members of a card that counts of all listings need, in one column. */
export interface CountedMembers
  extends Pick<Card, 'authentication' | 'protocol' | 'endpoints' | 'lastCheckedAt' | 'nextCheckBy'> {
  readonly hasResults: boolean;
}

/** Reads the members of cards by their numbers. */
type CardsReader = {
  readonly [Name in Exclude<keyof Card, keyof CardMembers | keyof CountedMembers>]-?: (number: number) => Card[Name];
} & { members(number: number): CardMembers; counted(number: number): CountedMembers };

/** A card in a file, which reads its members when they are used. */
export class StoredCard implements Card {
  readonly #cards: CardsReader;
  readonly #number: number;

  constructor(cards: CardsReader, number: number) {
    this.#cards = cards;
    this.#number = number;
  }

  get row() {
    return this.#cards.row(this.#number);
  }

  get text() {
    return this.#cards.text(this.#number);
  }

  get brief() {
    return this.#cards.brief(this.#number);
  }

  get id() {
    return this.#cards.id(this.#number);
  }

  get name() {
    return this.#cards.name(this.#number);
  }

  get status() {
    return this.#cards.status(this.#number);
  }

  get categories() {
    return this.#cards.categories(this.#number);
  }

  get primaryCategory() {
    return this.#cards.primaryCategory(this.#number);
  }

  get createdAt() {
    return this.#cards.createdAt(this.#number);
  }

  get updatedAt() {
    return this.#cards.updatedAt(this.#number);
  }

  get filterValues() {
    return this.#cards.filterValues(this.#number);
  }

  get digest() {
    return this.#cards.digest(this.#number);
  }

  get textKey() {
    return this.#cards.textKey(this.#number);
  }

  get changedAt() {
    return this.#cards.changedAt(this.#number);
  }

  get endpointPages() {
    return this.#cards.endpointPages(this.#number);
  }

  get price() {
    return this.#cards.members(this.#number).price;
  }

  get authentication() {
    return this.#cards.counted(this.#number).authentication;
  }

  get protocol() {
    return this.#cards.counted(this.#number).protocol;
  }

  get endpoints() {
    return this.#cards.counted(this.#number).endpoints;
  }

  get lastCheckedAt() {
    return this.#cards.counted(this.#number).lastCheckedAt;
  }

  get nextCheckBy() {
    return this.#cards.counted(this.#number).nextCheckBy;
  }

  get results() {
    return this.#cards.counted(this.#number).hasResults ? this.#cards.members(this.#number).results : '';
  }
}
