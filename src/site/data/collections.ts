import { COLLECTIONS, type Collection, selectCollectionRows } from '#query/collections.ts';
import type { Card } from './card.ts';
import { listed } from './listings.ts';

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
  const byId = new Map(listed.map(card => [card.row.id, card]));
  const rows = listed.map(({ row }) => row);
  return COLLECTIONS.map(collection => ({
    ...collection,
    cards: selectCollectionRows(collection, rows).flatMap(({ id }) => byId.get(id) ?? []),
  })).filter(({ cards }) => cards.length > 0);
}
