import { type History, historyOf } from '#listing/history.ts';
import type { Listing } from '#listing/listing.ts';
import { openRecordHistory } from '#store/record-history.ts';

/**
 * What happened to each listing, by its id: from the versions of its record in git, and from what was observed. Outside a
 * repository no more is known than what the record itself says.
 */
export async function readHistories(
  registry: string,
  listings: readonly Listing[],
): Promise<ReadonlyMap<string, History>> {
  const changes = await openRecordHistory(registry, 'listings');
  const found = new Map<string, History>();
  try {
    for (const { record, observation } of listings) {
      found.set(record.id, await historyOf(record.id, changes.snapshots(record), observation?.statuses));
    }
  } finally {
    await changes.close();
  }
  return found;
}
