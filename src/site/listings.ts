import type { Listing } from '#listing/listing.ts';
import { LISTED } from '#listing/status.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { loadListings } from './load-listings.ts';
import { settings } from './settings.ts';

const loaded = await loadListings(settings);

/** All listings of the registry, A to Z by name, read once for the whole build. */
export const listings: readonly Listing[] = loaded.listings;

/** What names the content of each, by id. */
export const digests = loaded.digests;

/** What lists show: verified and unverified listings. The others have a page each, and nothing links to it. */
export const listed: readonly Listing[] = listings.filter(listing => LISTED.includes(listing.status));

/** The versions of their records. Outside a repository no more is known than what the records themselves say. */
export const recordHistory = await openRecordHistory(settings.registry, 'listings');
