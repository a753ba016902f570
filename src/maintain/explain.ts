import { createHistory } from '#listing/history.ts';
import { listingOf } from '#listing/listing.ts';
import type { BrokenFile } from '#store/record-files.ts';
import { openRecordHistory } from '#store/record-history.ts';
import { findRepository } from '#submission/git/find-repository.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { formatExplanation } from './explanation.ts';
import { findRecord, parseSubject } from './find-listing.ts';
import { readObservations } from './read-observations.ts';
import type { Setup } from './revalidation-setup.ts';

/**
 * Explains the status of a listing, the events that would change it, and its history.
 * @throws RangeError if the API is neither listed nor blocked, or its observation is invalid
 */
export async function explain(setup: Setup, subject: string, now: number): Promise<string> {
  const { registryDir } = setup;
  const origin = parseSubject(subject);
  const blockReason = (await readBlocklist(...setup.blocklistDirs))(origin);
  const record = await findRecord(registryDir, subject).catch((error: unknown) => {
    if (blockReason === undefined) throw error;
    return undefined;
  });
  if (!record) return `${origin.id} is not listed, because it is blocked: ${blockReason}`;

  const repository = await findRepository(registryDir).catch(() => undefined);
  const observation = (await readObservations([origin.id], setup, repository?.git, rejectObservation)).get(origin.id);
  const history = await openRecordHistory(repository?.top ?? registryDir, `${repository?.prefix ?? ''}listings`);
  try {
    const past = await createHistory(record.id, history.snapshots(record), observation?.statuses);
    return formatExplanation(listingOf(record, observation), {
      blockReason,
      past: past.entries,
      gap: history.gap,
      now,
    });
  } finally {
    await history.close();
  }
}

function rejectObservation({ file, findings }: BrokenFile): never {
  throw new RangeError(`${file} is not a valid observation. ${findings[0]?.message}`);
}
