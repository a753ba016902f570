import type { Card } from './cards/card.ts';

/** Returns the first listings of a group, which its card shows as monograms. */
export function getTiles(cards: readonly Card[]): readonly Pick<Card, 'id' | 'name'>[] {
  return cards.slice(0, 4).map(({ id, name }) => ({ id, name }));
}
