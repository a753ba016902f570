import type { Card } from './card.ts';

/** The most recent listings, newest first. Ties are sorted by id. */
export function recentListings(listings: readonly Card[], most: number): readonly Card[] {
  return listings
    .toSorted((a, b) => Date.parse(b.row.created_at) - Date.parse(a.row.created_at) || (a.row.id < b.row.id ? -1 : 1))
    .slice(0, most);
}
