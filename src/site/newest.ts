import type { Listing } from '#listing/listing.ts';

/** The listings that came last, the newest first; ties by id. */
export function newest(listings: readonly Listing[], most: number): readonly Listing[] {
  return listings
    .toSorted(
      (a, b) =>
        Date.parse(b.record.created_at) - Date.parse(a.record.created_at) || (a.record.id < b.record.id ? -1 : 1),
    )
    .slice(0, most);
}
