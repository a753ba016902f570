import { registrableDomain } from '#listing/registrable-domain.ts';
import type { Card } from './cards/card.ts';
import { listed } from './listings.ts';

/** All listings of one registrable domain. */
export interface Publisher {
  readonly domain: string;
  readonly cards: readonly Card[];
}

/** The publishers with several listings, by number of listings, then by domain. One listing is its own page. */
export function getPublishers(): readonly Publisher[] {
  const groups = Map.groupBy(listed, ({ id }) => registrableDomain(id.replace(/_\d+$/, '')));
  return [...groups]
    .filter(([, cards]) => cards.length > 1)
    .map(([domain, cards]) => ({ domain, cards }))
    .sort((a, b) => b.cards.length - a.cards.length || (a.domain < b.domain ? -1 : 1));
}
