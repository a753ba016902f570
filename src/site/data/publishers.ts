import { registrableDomain } from '#listing/registrable-domain.ts';
import type { Card } from './cards/card.ts';

/** All listings of one registrable domain. */
export interface Publisher {
  readonly domain: string;
  readonly cards: readonly Card[];
}

/** Returns the publishers with several listings, by number of listings, then by domain. One listing is its own page. */
export function groupByPublisher(listed: readonly Card[]): readonly Publisher[] {
  // Hosts of one domain share the last two labels. Most listings share them with no other, which saves the rules of domains.
  const related = [...Map.groupBy(listed, ({ id }) => findEnding(id)).values()].filter(({ length }) => length > 1);
  const groups = Map.groupBy(related.flat(), ({ id }) => registrableDomain(toHost(id)));
  return [...groups]
    .filter(([, cards]) => cards.length > 1)
    .map(([domain, cards]) => ({ domain, cards }))
    .sort((a, b) => b.cards.length - a.cards.length || (a.domain < b.domain ? -1 : 1));
}

/** Returns the last two labels of the host of a listing. */
function findEnding(id: string): string {
  const host = toHost(id);
  return host.slice(host.lastIndexOf('.', host.lastIndexOf('.') - 1) + 1);
}

/** Returns the host of a listing, without the port. */
function toHost(id: string): string {
  return id.includes('_') ? id.replace(/_\d+$/, '') : id;
}
