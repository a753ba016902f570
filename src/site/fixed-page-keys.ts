import { getCollections } from './data/collections.ts';
import { getLastChanged, HOME_CHANGES, SHOWN_CHANGES } from './data/last-changed.ts';
import {
  getBrowsedListings,
  getFacetCounts,
  getNewestListed,
  getPublishers,
  getRegistryState,
  listed,
  listings,
} from './data/listings.ts';
import { getStartingPoints } from './data/start-here.ts';
import { getTiles } from './data/tiles.ts';
import { createPageKey } from './page-key.ts';
import { authenticationCounts, countEndpoints, paymentCounts } from './state/counts.ts';

/** Pages without registry data. */
const WITHOUT_LISTINGS =
  /^\/(404|compare|connect|corrections|docs|maintain|performance|privacy|probes|publish|schemas|search|submit|terms|validate)(\/|$)/;

/** The keys of the pages that show data of a few listings, or counts. Each includes all registry data on the page. */
const KEYS: Readonly<Record<string, () => string>> = {
  '/': () =>
    createPageKey(
      [...getStartingPoints(getNewestListed()), ...getLastChanged(HOME_CHANGES)],
      getFacetCounts(),
      getRegistryState().lastRun,
      countEndpoints(listed),
      describeCollections(),
    ),
  '/about/': () => createPageKey([], listed.length),
  '/browse/': () => createPageKey(getBrowsedListings(), getFacetCounts(), describeCollections()),
  '/categories/': () => createPageKey([], getFacetCounts()),
  '/changes/': () => createPageKey(getLastChanged(SHOWN_CHANGES)),
  '/collections/': () => createPageKey([], describeCollections()),
  '/publishers/': () =>
    createPageKey(
      [],
      getPublishers().map(({ domain, cards }) => [domain, cards.length, getTiles(cards)]),
    ),
  '/status/': () =>
    createPageKey(
      [],
      getRegistryState(),
      listings.length,
      getFacetCounts(),
      authenticationCounts(listed),
      paymentCounts(getFacetCounts(), listed),
    ),
};

function describeCollections(): readonly unknown[] {
  return getCollections().map(({ id, cards }) => [id, cards.length, getTiles(cards)]);
}

let whole: string | undefined;

/** Creates the key of a page with a fixed path. A page that is not known here depends on all registry data. */
export function createFixedPageKey(pathname: string): string {
  if (WITHOUT_LISTINGS.test(pathname)) return '';
  const key = KEYS[`${pathname.replace(/\/$/, '')}/`]?.();
  if (key !== undefined) return key;
  whole ??= createPageKey(listings);
  return whole;
}
