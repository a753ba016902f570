import type { ListingRecord } from '#listing/listing-record.ts';
import type { Origin } from '#listing/origin.ts';
import { limitUnit } from './limit-unit.ts';
import { getNameSkeletons } from './name-skeletons.ts';

/**
 * An index of all records for acceptance: finds confusable names and counts new listings without reading the records.
 */
export interface ListingIndex {
  /** Adds a record, or replaces the record with the same id. */
  put(record: Indexed): void;
  remove(id: string): void;
  has(id: string): boolean;
  /** The ids of other listings with a confusable name, oldest first. */
  similar(id: string, name: string): readonly string[];
  /**
   * The number of origins of an origin's limit unit that were first listed on the UTC day of a moment (milliseconds since
   * 1970).
   */
  listedOn(day: number, origin: Pick<Origin, 'id' | 'url'>): number;
}

/** The indexed part of a record. */
export type Indexed = Pick<ListingRecord, 'id' | 'url' | 'created_at'> & {
  readonly manifest: { readonly name: string };
};

interface Entry {
  readonly createdAt: string;
  readonly unit: string;
  readonly keys: readonly string[];
}

/** Creates an index of records. It uses about half a kilobyte per record. */
export function listingIndex(records: Iterable<Indexed> = []): ListingIndex {
  const entries = new Map<string, Entry>();
  const byKey = new Map<string, Set<string>>();
  const byUnit = new Map<string, Set<string>>();

  function remove(id: string): void {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    for (const key of entry.keys) byKey.get(key)?.delete(id);
    byUnit.get(entry.unit)?.delete(id);
  }

  function put({ id, url, created_at, manifest }: Indexed): void {
    remove(id);
    const entry = { createdAt: created_at, unit: limitUnit({ id, url }), keys: getNameSkeletons(manifest.name) };
    entries.set(id, entry);
    for (const key of entry.keys) add(byKey, key, id);
    add(byUnit, entry.unit, id);
  }

  function createdAt(id: string): string {
    return entries.get(id)?.createdAt ?? '';
  }

  for (const record of records) put(record);
  return {
    put,
    remove,
    has: id => entries.has(id),
    similar(id, name) {
      const ids = new Set(getNameSkeletons(name).flatMap(key => [...(byKey.get(key) ?? [])]));
      ids.delete(id);
      return [...ids].sort((a, b) => Date.parse(createdAt(a)) - Date.parse(createdAt(b)) || (a < b ? -1 : 1));
    },
    listedOn(day, origin) {
      const date = new Date(day).toISOString().slice(0, 10);
      const ids = byUnit.get(limitUnit(origin)) ?? [];
      return [...ids].filter(id => createdAt(id).startsWith(date)).length;
    },
  };
}

function add(sets: Map<string, Set<string>>, key: string, id: string): void {
  const ids = sets.get(key) ?? new Set();
  sets.set(key, ids.add(id));
}
