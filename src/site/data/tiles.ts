import type { Card } from './cards/card.ts';

/** The first listings of a group, as monograms on its card. */
export function getTiles(cards: readonly Card[]): readonly Pick<Card, 'id' | 'name'>[] {
  return cards.slice(0, 4).map(({ id, name }) => ({ id, name }));
}
