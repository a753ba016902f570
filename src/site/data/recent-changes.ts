import type { Card } from './card.ts';
import { listings, recordHistory } from './listings.ts';

/** A change for the lists of the site. */
export interface RecentChange {
  readonly card: Card;
  readonly kind: 'listed' | 'changed' | 'lapsed' | 'withdrawn';
  readonly at: string;
}

/**
 * The latest change of each listing, newest first, as its record and observation have it. A listing with several changes
 * appears once: its own page has the full history.
 */
export function getRecentChanges(): readonly RecentChange[] {
  return listings
    .map((card): RecentChange => {
      const { row, changedAt } = card;
      if (row.status === 'lapsed' || row.status === 'withdrawn') return { card, kind: row.status, at: changedAt };
      const isChanged =
        Date.parse(row.updated_at) > Date.parse(row.created_at) && recordHistory.versions(row.id).length > 1;
      return isChanged ? { card, kind: 'changed', at: row.updated_at } : { card, kind: 'listed', at: row.created_at };
    })
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.card.row.name < b.card.row.name ? -1 : 1));
}
