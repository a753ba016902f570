import type { Listing } from '#listing/listing.ts';
import { newestFirst } from '#listing/newest-first.ts';
import { LISTED } from '#listing/status.ts';
import { readListing, readUnchangedListing } from '#store/listing-files.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { settings } from '../settings.ts';
import { sortByName } from './alphabet.ts';
import type { Card } from './card.ts';
import { loadCardsFor } from './load-cards.ts';

/** All listings of the registry, A to Z by name, loaded once per build. */
export const listings: readonly Card[] = sortByName([...(await loadCardsFor(settings))]);

/** The listings that appear in lists: verified and unverified. The others have only their own page. */
export const listed: readonly Card[] = listings.filter(({ row }) => LISTED.includes(row.status));

let newest: readonly Card[] | undefined;

/** Returns the listings in lists, newest first. Several pages show them. */
export function getNewestListed(): readonly Card[] {
  newest ??= newestFirst(
    listed,
    ({ row }) => row.created_at,
    (a, b) => (a.row.id < b.row.id ? -1 : 1),
  );
  return newest;
}

let wanted: ReadonlySet<string> | undefined;

/** Restricts rendering to the pages of some listings, because the other pages exist already. */
export function renderOnly(ids: ReadonlySet<string>): void {
  wanted = ids;
}

/** The listings to render. */
export function getListingsToRender(): readonly Card[] {
  return wanted === undefined ? listings : listings.filter(({ row }) => wanted?.has(row.id));
}

/** The history of the records. Outside a Git repository, it has only the current versions. */
export const recordHistory = await openRecordHistory(settings.registry, 'listings');

/** The ids of listings with outdated cards, because their files have changed. */
export const outdated = new Set<string>();

/**
 * Loads a complete listing from its files.
 * @throws Error if it was deleted or broken after its card was created
 */
export function readWholeListing({ row, digest }: Card): Listing {
  const unchanged = readUnchangedListing(settings, row.id, digest);
  if (unchanged) return unchanged;
  const found = readListing(settings, row.id);
  if (!found?.ok) throw new Error(`The listing "${row.id}" was deleted or broken during the build.`);
  if (found.digest !== digest) outdated.add(row.id);
  return found.value;
}
