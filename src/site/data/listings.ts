import { BROWSE_LIMIT } from '#contract/browse.ts';
import type { Listing } from '#listing/listing.ts';
import { LISTED } from '#listing/status.ts';
import { newestFirst } from '#listing/time/newest-first.ts';
import type { Term } from '#manifest/taxonomy.ts';
import { facetCountsOfAll } from '#query/engines/facet-counts.ts';
import { readListing, readUnchangedListing } from '#store/listing-files.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { settings } from '../settings.ts';
import { type RegistryState, stateOf } from '../state/registry-state.ts';
import { sortByName } from './alphabet.ts';
import type { Card } from './cards/card.ts';
import { loadCardsFor } from './cards/load-cards.ts';
import { groupByPublisher, type Publisher } from './publishers.ts';
import { createSimilarFinder } from './similar.ts';

/** All listings of the registry, by id. */
export const cards = await loadCardsFor(settings);

/** The same, A to Z by name. */
export const listings: readonly Card[] = sortByName([...cards]);

/** The listings that appear in lists: verified and unverified. The others have only their own page. */
export const listed: readonly Card[] = listings.filter(({ status }) => LISTED.includes(status));

/** Returns a listing in lists; undefined if it is missing. */
export function findListed(id: string): Card | undefined {
  const number = cards.find(id);
  return number >= 0 && LISTED.includes(cards.status(number)) ? cards.at(number) : undefined;
}

let positions: Int32Array | undefined;

/** Returns the position of a listing in `listed`; -1 if it is missing. */
export function findPosition(id: string): number {
  positions ??= computePositions();
  return positions[cards.find(id)] ?? -1;
}

/** Returns the position of each listing in `listed`, by its number among the cards. */
function computePositions(): Int32Array {
  const found = new Int32Array(cards.size).fill(-1);
  for (const [position, { id }] of listed.entries()) found[cards.find(id)] = position;
  return found;
}

const byCategory = groupOnce(({ categories }) => new Set(categories));
const byPrimaryCategory = groupOnce(({ primaryCategory }) => [primaryCategory]);

/** Returns the listings in lists with a category, A to Z by name. */
export function getListedIn(category: Term<'categories'>): readonly Card[] {
  return byCategory().get(category) ?? [];
}

/** Returns the listings in lists with a primary category, A to Z by name. */
export function getListedInPrimary(category: Term<'primary_categories'>): readonly Card[] {
  return byPrimaryCategory().get(category) ?? [];
}

/** Groups the listings in lists once, because several pages show each group. */
function groupOnce<T>(termsOf: (card: Card) => Iterable<T>): () => ReadonlyMap<T, readonly Card[]> {
  let groups: Map<T, Card[]> | undefined;
  return () => {
    if (groups) return groups;
    groups = new Map();
    for (const card of listed) {
      for (const term of termsOf(card)) {
        const group = groups.get(term);
        if (group) group.push(card);
        else groups.set(term, [card]);
      }
    }
    return groups;
  };
}

let counts: ReturnType<typeof facetCountsOfAll> | undefined;

/** Returns the number of listings with each value of each filter. Several pages show these counts. */
export function getFacetCounts(): ReturnType<typeof facetCountsOfAll> {
  counts ??= facetCountsOfAll(cards);
  return counts;
}

let state: RegistryState | undefined;

/** Returns the observed state of the registry. Several pages show it. */
export function getRegistryState(): RegistryState {
  state ??= stateOf(listings);
  return state;
}

let publishers: readonly Publisher[] | undefined;

/** Returns the publishers with several listings. Several pages show them. */
export function getPublishers(): readonly Publisher[] {
  publishers ??= groupByPublisher(listed);
  return publishers;
}

let similarFinder: ReturnType<typeof createSimilarFinder> | undefined;

/** Returns the three listings in lists that are most similar to a listing. */
export function findSimilar(card: Card): readonly Card[] {
  similarFinder ??= createSimilarFinder(listed, findPosition);
  return similarFinder(card);
}

let newest: readonly Card[] | undefined;

/** Returns the listings in lists, newest first. Several pages show them. */
export function getNewestListed(): readonly Card[] {
  newest ??= newestFirst(
    listed,
    ({ createdAt }) => createdAt,
    (a, b) => (a.id < b.id ? -1 : 1),
  );
  return newest;
}

/** Returns the listings on the browse page without a query, in the default order of the API. */
export function getBrowsedListings(): readonly Card[] {
  return getNewestListed().slice(0, BROWSE_LIMIT);
}

let wanted: ReadonlySet<string> | undefined;

/** Restricts rendering to the pages of some listings, because the other pages exist already. */
export function renderOnly(ids: ReadonlySet<string>): void {
  wanted = ids;
}

/** The listings to render. */
export function getListingsToRender(): readonly Card[] {
  return wanted === undefined ? listings : listings.filter(({ id }) => wanted?.has(id));
}

/** The history of the records. Outside a Git repository, it has only the current versions. */
export const recordHistory = await openRecordHistory(settings.registry, 'listings');

/** The ids of listings with outdated cards, because their files have changed. */
export const outdated = new Set<string>();

/**
 * Loads a complete listing from its files.
 * @throws Error if it was deleted or broken after its card was created
 */
export function readWholeListing({ id, digest }: Card): Listing {
  const unchanged = readUnchangedListing(settings, id, digest);
  if (unchanged) return unchanged;
  const found = readListing(settings, id);
  if (!found?.ok) throw new Error(`The listing "${id}" was deleted or broken during the build.`);
  if (found.digest !== digest) outdated.add(id);
  return found.value;
}
