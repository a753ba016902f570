import { COLLECTIONS, type Collection, createCollectionFilter } from '#query/collections.ts';
import type { Card } from './cards/card.ts';
import { cards, findListed, getNewestListed } from './listings.ts';

/** A curated collection with its listed members, in its order. */
export interface CollectionCards extends Collection {
  readonly cards: readonly Card[];
}

let collections: readonly CollectionCards[] | undefined;

/** Returns the collections with at least one listing, in the order of the file. Several pages show them. */
export function getCollections(): readonly CollectionCards[] {
  collections ??= selectCollections();
  return collections;
}

function selectCollections(): readonly CollectionCards[] {
  const ofQueries = selectByQueries();
  return COLLECTIONS.map(collection => ({
    ...collection,
    cards: ofQueries.get(collection) ?? [...new Set(collection.listings)].flatMap(id => findListed(id) ?? []),
  })).filter(({ cards }) => cards.length > 0);
}

/** Returns the members of the collections with a query, newest first. */
function selectByQueries(): ReadonlyMap<Collection, readonly Card[]> {
  const selected = COLLECTIONS.filter(({ query }) => query !== undefined).map(collection => {
    return { collection, isMember: createCollectionFilter(collection), ids: new Set<string>() };
  });
  // In the order of the file, which reads many rows at a time.
  for (const { row } of cards) for (const { isMember, ids } of selected) if (isMember(row)) ids.add(row.id);
  const newest = getNewestListed();
  return new Map(selected.map(({ collection, ids }) => [collection, newest.filter(({ id }) => ids.has(id))]));
}
