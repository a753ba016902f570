import path from 'node:path';
import type { Origin } from '#listing/origin.ts';
import { statusOf } from '#listing/status.ts';
import { type CheckContext, checkListing } from './revalidation/check-listing.ts';
import { type DueOptions, planRevalidation, type UnscheduledListing } from './revalidation/plan-revalidation.ts';
import { type CheckedListing, openResults, resultsName } from './revalidation/results.ts';

export interface CheckDueOptions extends Omit<DueOptions, 'now' | 'watchesDocumentation'>, CheckContext {
  /** The folder of the result files. */
  readonly resultsDir: string;
  /** The number of concurrent checks. */
  readonly atOnce: number;
  /** Called after each check with the number of completed checks and the total. */
  readonly onProgress: (done: number, of: number) => void;
  /** Called with each internal error. The listing stays due. */
  readonly onFault: (error: unknown) => void;
  /** If aborted, no further checks start. Running checks finish and are stored. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Checks the due listings of a shard and stores the results in a file; writes nothing else (design: Submission,
 * Re-validation). After a crash, the next run resumes.
 *
 * @returns the number of due listings, and how many of them have a result now
 * @throws the system's error if the results cannot be stored; no further checks start then
 */
export async function checkDue(options: CheckDueOptions): Promise<{ readonly due: number; readonly checked: number }> {
  const { now, shard, resultsDir, atOnce, onProgress, onFault, stop } = options;
  const results = await openResults(path.join(resultsDir, resultsName(shard)), now());
  try {
    const plan = await planRevalidation({
      ...options,
      watchesDocumentation: options.observe !== undefined,
      now: now(),
    });
    const { due } = plan;
    for (const listing of plan.unscheduled)
      if (!results.ids.has(listing.record.id)) await results.add(toUnscheduled(listing));
    const left = due.filter(({ id }) => !results.ids.has(id));
    let done = due.length - left.length;
    const next = left.values();
    let isStored = true;
    async function work(): Promise<void> {
      for (const origin of next) {
        if (stop?.aborted || !isStored) return;
        const checked = await check(origin);
        if (checked) await results.add(checked);
        onProgress(++done, due.length);
      }
    }
    async function check(origin: Origin): Promise<CheckedListing | undefined> {
      try {
        return await checkListing(origin, options);
      } catch (error) {
        onFault(error);
        return undefined;
      }
    }
    const workers = Array.from({ length: atOnce }, () =>
      work().catch(error => {
        isStored = false;
        throw error;
      }),
    );
    for (const worker of await Promise.allSettled(workers)) if (worker.status === 'rejected') throw worker.reason;
    if (done === due.length) await results.complete(now());
    return { due: due.length, checked: due.filter(({ id }) => results.ids.has(id)).length };
  } finally {
    await results.close();
  }
}

/** The result for a listing that is no longer checked: its deadline is removed, because nothing would meet it. */
function toUnscheduled({ record, observation }: UnscheduledListing): CheckedListing {
  const status = statusOf(record, observation);
  return {
    id: record.id,
    outcome: 'unscheduled',
    passedBefore: false,
    statusBefore: status,
    status,
    observation: { ...observation, next_check_by: null },
  };
}
