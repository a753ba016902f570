import { COLLECTIONS, type Collection, createCollectionFilter } from '#query/collections.ts';
import type { Card } from './card.ts';
import { findListed, getNewestListed } from './listings.ts';

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

/** Returns the members of the collections with a query, newest first. Reads each row once. */
function selectByQueries(): ReadonlyMap<Collection, readonly Card[]> {
  const members = new Map(COLLECTIONS.filter(({ query }) => query !== undefined).map(each => [each, [] as Card[]]));
  const matchers = [...members].map(([collection, cards]) => ({ cards, isMember: createCollectionFilter(collection) }));
  for (const card of getNewestListed())
    for (const { cards, isMember } of matchers) if (isMember(card.row)) cards.push(card);
  return members;
}
