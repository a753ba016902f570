import { readRecords } from '#store/record-files.ts';
import { type ListingIndex, listingIndex } from '../listing-index.ts';

/** Loads the index of the records in a registry folder. Skips broken records. */
export async function loadIndex(registryDir: string): Promise<ListingIndex> {
  const index = listingIndex();
  for await (const result of readRecords(registryDir)) if (result.ok) index.put(result.value);
  return index;
}
