import path from 'node:path';
import type { Origin } from '#listing/origin.ts';
import { type CheckContext, checkListing } from './revalidation/check-listing.ts';
import { type DueOptions, dueListings } from './revalidation/due-listings.ts';
import { openResults, resultsName } from './revalidation/results.ts';

export interface CheckDueOptions extends Omit<DueOptions, 'now'>, CheckContext {
  /** Where the results are kept. */
  readonly resultsDir: string;
  /** How many origins are checked side by side. */
  readonly atOnce: number;
  /** Told after each check how many of how many are done. */
  readonly onProgress: (done: number, of: number) => void;
  /** Told of faults on our side; the listing stays due. */
  readonly onFault: (error: unknown) => void;
  /** Once aborted, no further check is begun; those that were are ended and kept. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Checks the listings of a shard whose check is due, and keeps what that came to in a file of results; nothing else is
 * written (design: Submission, Re-validation). Killed, and started again, it goes on where it was.
 *
 * @returns how many were due, and how many of those have a result by now
 */
export async function checkDue(options: CheckDueOptions): Promise<{ readonly due: number; readonly checked: number }> {
  const { now, shard, resultsDir, atOnce, onProgress, onFault, stop } = options;
  const results = await openResults(path.join(resultsDir, resultsName(shard)), now());
  try {
    const due = await dueListings({ ...options, now: now() });
    const left = due.filter(({ id }) => !results.ids.has(id));
    let done = due.length - left.length;
    const next = left.values();
    async function work(): Promise<void> {
      for (const origin of next) {
        if (stop?.aborted) return;
        await check(origin);
        onProgress(++done, due.length);
      }
    }
    async function check(origin: Origin): Promise<void> {
      try {
        const checked = await checkListing(origin, options);
        if (checked) await results.add(checked);
      } catch (error) {
        onFault(error);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));
    return { due: due.length, checked: due.filter(({ id }) => results.ids.has(id)).length };
  } finally {
    await results.close();
  }
}
