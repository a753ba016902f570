import { COLLECTIONS, type Collection, createCollectionFilter } from '#query/collections.ts';
import type { Card } from './cards/card.ts';
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

/** Returns the members of the collections with a query, newest first. */
function selectByQueries(): ReadonlyMap<Collection, readonly Card[]> {
  const selected = COLLECTIONS.filter(({ query }) => query !== undefined).map(collection => {
    return { collection, isMember: createCollectionFilter(collection), cards: [] as Card[] };
  });
  for (const card of getNewestListed()) {
    const { filterValues } = card;
    for (const { isMember, cards } of selected) if (isMember(filterValues)) cards.push(card);
  }
  return new Map(selected.map(({ collection, cards }) => [collection, cards]));
}
