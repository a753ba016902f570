import { readRecords } from '#store/record-files.ts';
import { type ListingIndex, listingIndex } from '../listing-index.ts';

/** Reads what admission asks about all records from a registry's folder; broken records are left out. */
export async function loadIndex(registryDir: string): Promise<ListingIndex> {
  const index = listingIndex();
  for await (const result of readRecords(registryDir)) if (result.ok) index.put(result.value);
  return index;
}
