import type { Listing } from '#listing/listing.ts';
import { LISTED } from '#listing/status.ts';
import { readListing } from '#store/listing-files.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { byName } from './alphabet.ts';
import type { Card } from './card.ts';
import { cardsFor } from './load-cards.ts';
import { settings } from './settings.ts';

/** All listings of the registry, A to Z by name, read once for the whole build. */
export const listings: readonly Card[] = byName(await cardsFor(settings));

/** What lists show: verified and unverified listings. The others have a page each, and nothing links to it. */
export const listed: readonly Card[] = listings.filter(({ row }) => LISTED.includes(row.status));

let wanted: ReadonlySet<string> | undefined;

/** Has only some listings have their own pages rendered, because the others are there. */
export function renderOnly(ids: ReadonlySet<string>): void {
  wanted = ids;
}

/** The listings whose own pages are to be rendered. */
export function listingsToRender(): readonly Card[] {
  return wanted === undefined ? listings : listings.filter(({ row }) => wanted?.has(row.id));
}

/** The versions of their records. Outside a repository no more is known than what the records themselves say. */
export const recordHistory = await openRecordHistory(settings.registry, 'listings');

/** The ids of listings that turned out to be no longer what their cards tell of, because their files have changed. */
export const outdated = new Set<string>();

/**
 * A listing as a whole, from its files.
 * @throws Error when it is gone since its card was made, or broken
 */
export function wholeListing({ row, digest }: Card): Listing {
  const found = readListing(settings, row.id);
  if (!found?.ok) throw new Error(`The listing "${row.id}" was deleted or broken during the build.`);
  if (found.digest !== digest) outdated.add(row.id);
  return found.value;
}
