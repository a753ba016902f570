import type { Origin } from '#listing/origin.ts';
import { createFairQueue } from './fair-queue.ts';
import { limitUnit } from './limit-unit.ts';
import { SubmissionError } from './submission.ts';

/** The maximum number of concurrent checks per registrable domain (design: Submission). */
export const MAX_CHECKS_PER_DOMAIN = 3;

/** Limits concurrent checks whose clients wait for the result. */
export interface CheckLimit {
  /**
   * Runs a check as soon as its domain has a free place.
   * @throws SubmissionError `too-many` if there is no place in time; the errors of the check
   */
  run<T>(origin: Pick<Origin, 'id' | 'url'>, check: () => Promise<T>): Promise<T>;
}

export interface CheckLimitOptions {
  /** The maximum number of concurrent checks of all domains (default: 64). */
  readonly maxRunning?: number;
  /** The maximum number of checks per domain, including waiting ones (default: 24). */
  readonly maxPerDomain?: number;
  /** The maximum time in milliseconds for which a check waits (default: 5,000). */
  readonly maxWaitMs?: number;
  /** The maximum time in milliseconds that a check holds its place (default: 150,000). */
  readonly leaseMs?: number;
}

interface Waiting {
  readonly unit: string;
  /** Called when the check may start. */
  readonly start: () => void;
}

/** Seconds. A check of a slow host takes about this long. */
const RETRY_AFTER = 10;

/**
 * Creates the limit on the checks of `POST /validate`, of the tool `validate_manifest`, and of submissions through GitHub.
 * It has the unit and the turns of the queue of local submissions. It has no backoff: a publisher who fixes an API
 * validates it again at once.
 *
 * It counts the checks of one process. A local server has one process and one writer; its submissions wait in their own queue
 * with the same limit, so that clients who validate cannot delay them. Isolates of Workers and jobs of GitHub share neither
 * memory nor connections, so one of them cannot starve the checks of another. The daily quota, which must be exact, is
 * counted where records land: in the queue of the local writer, or in the tree of the commit that GitHub accepts only if the
 * branch has not moved (`mergeRecord`).
 *
 * A place is leased. A check takes at most 12 requests of 10 seconds, and on Workers, the platform can end a request whose
 * client disconnects without running its cleanup.
 */
export function createCheckLimit({
  maxRunning = 64,
  maxPerDomain = 24,
  maxWaitMs = 5_000,
  leaseMs = 150_000,
}: CheckLimitOptions = {}): CheckLimit {
  const leases = new Map<Waiting, number>();
  const queue = createFairQueue<Waiting>({
    groupOf: ({ unit }) => unit,
    isExempt: () => true,
    maxPerGroup: MAX_CHECKS_PER_DOMAIN,
    now: () => performance.now(),
  });

  function release(job: Waiting): void {
    if (leases.delete(job)) queue.release(job, false);
  }

  function startNext(): void {
    for (const [job, until] of leases) if (until < performance.now()) release(job);
    while (leases.size < maxRunning) {
      const job = queue.take();
      if (!job) return;
      leases.set(job, performance.now() + leaseMs);
      job.start();
    }
  }

  /** Resolves to false if there was no place in time. */
  function waitForPlace(unit: string): { readonly job: Waiting; readonly isStarted: Promise<boolean> } {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => {
      // An expired lease is noticed only here if nothing else happens.
      startNext();
      queue.remove(job);
      resolve(false);
    }, maxWaitMs);
    const job = {
      unit,
      start() {
        clearTimeout(timer);
        resolve(true);
      },
    };
    return { job, isStarted: promise };
  }

  return {
    async run(origin, check) {
      const unit = limitUnit(origin);
      if (queue.sizeOf({ unit, start: () => undefined }) >= maxPerDomain) throw tooMany(unit);
      const { job, isStarted } = waitForPlace(unit);
      queue.add(job);
      startNext();
      if (!(await isStarted)) throw tooMany(unit);
      try {
        return await check();
      } finally {
        release(job);
        startNext();
      }
    },
  };
}

function tooMany(unit: string): SubmissionError {
  const message = `Too many checks are running. At most ${MAX_CHECKS_PER_DOMAIN} checks of ${unit} run at the same time. Retry in ${RETRY_AFTER} seconds.`;
  return new SubmissionError('too-many', message, { retryAfter: RETRY_AFTER });
}
