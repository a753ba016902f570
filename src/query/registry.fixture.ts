import { toRow } from '#listing/row.ts';
import { readListingFiles } from '#store/listing-files.ts';
import type { Entry } from './engines/reference-engine.ts';

/**
 * The records of release 0.3.1. The thresholds of the search tests were chosen for this sample, so later records do not
 * change their difficulty.
 */
const SAMPLE_UNTIL = '2026-11-21T23:59:59Z';

/** Returns the entries of the sample of records in the repository. */
export async function registryEntries(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { read } of readListingFiles({ registry: 'registry' })) {
    const result = read();
    if (!result.ok) throw new Error(`${result.file} is broken`);
    if (result.value.record.created_at > SAMPLE_UNTIL) continue;
    entries.push({ row: toRow(result.value, { registry: '', site: '' }), changedAt: result.value.changed_at });
  }
  return entries;
}
