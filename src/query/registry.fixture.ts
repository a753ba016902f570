import { rowOf } from '#listing/row.ts';
import { readListings } from '#store/listing-files.ts';
import type { Entry } from './plain-engine.ts';

/** The entries of the records that the project ships. */
export async function registryEntries(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const result of readListings({ registry: 'registry' })) {
    if (!result.ok) throw new Error(`${result.file} is broken`);
    entries.push({ row: rowOf(result.value, { registry: '', site: '' }), changedAt: result.value.changed_at });
  }
  return entries;
}
