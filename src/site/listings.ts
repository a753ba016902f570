import type { Listing } from '#listing/listing.ts';
import { LISTED } from '#listing/status.ts';
import { readHistories } from './histories.ts';
import { loadListings } from './load-listings.ts';
import { settings } from './settings.ts';

/** All listings of the registry, A to Z by name, read once for the whole build. */
export const listings: readonly Listing[] = await loadListings(settings);

/** What lists show: verified and unverified listings. The others have a page each, and nothing links to it. */
export const listed: readonly Listing[] = listings.filter(listing => LISTED.includes(listing.status));

/** What happened to each of them. */
export const histories = await readHistories(settings.registry, listings);
