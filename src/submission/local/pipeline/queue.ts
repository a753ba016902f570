import { createFairQueue } from '../../fair-queue.ts';

export interface WorkQueue<Job> {
  add(job: Job): void;
  /** Starts no further jobs and waits for the current batch. All other jobs stay undone. */
  close(): Promise<void>;
}

export interface WorkQueueOptions<Job, Result> {
  /** The maximum number of jobs in preparation, not counting slow ones. */
  readonly maxConcurrent: number;
  /** The maximum number of jobs in preparation, including slow ones. */
  readonly maxRunning: number;
  /** The duration in milliseconds from which a job counts as slow, so that another job may start. */
  readonly slowAfterMs: number;
  /** The maximum number of jobs in preparation per group. */
  readonly maxPerGroup: number;
  /** The maximum number of results per batch. */
  readonly maxBatch: number;
  readonly groupOf: (job: Job) => string;
  /** Whether a job is exempt from the backoff of its group. */
  readonly isExempt: (job: Job) => boolean;
  /** Whether a result is inconclusive. Consecutive inconclusive results delay their group. */
  readonly isInconclusive: (result: Result) => boolean;
  /** Does the slow part of a job. Must not reject. */
  readonly prepare: (job: Job) => Promise<Result>;
  /** Does the ordered part for all results since the last call. Calls do not overlap. Must not reject. */
  readonly settle: (results: readonly Result[]) => Promise<void>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * Creates a queue that prepares jobs in parallel, fairly between groups, and settles them in the order of their
 * completion, in batches that grow with the load.
 *
 * Slow jobs do not count toward `maxConcurrent`. Otherwise as many slow hosts as there are slots could block all other
 * jobs.
 */
export function createWorkQueue<Job, Result>(options: WorkQueueOptions<Job, Result>): WorkQueue<Job> {
  const { maxConcurrent, maxRunning, slowAfterMs, maxBatch, isInconclusive, prepare, settle } = options;
  const waiting = createFairQueue<Job>(options);
  const slowTimers = new Set<NodeJS.Timeout>();
  let prepared: Result[] = [];
  let running = 0;
  let prompt = 0;
  let settling: Promise<void> | undefined;
  let wakeUp: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): void {
    while (!closed && prompt < maxConcurrent && running < maxRunning) {
      const job = waiting.take();
      if (job === undefined) {
        wakeUpLater();
        return;
      }
      void run(job);
    }
  }

  async function run(job: Job): Promise<void> {
    running += 1;
    prompt += 1;
    let isPrompt = true;
    const timer = setTimeout(() => {
      slowTimers.delete(timer);
      isPrompt = false;
      prompt -= 1;
      start();
    }, slowAfterMs).unref();
    slowTimers.add(timer);
    const result = await prepare(job);
    clearTimeout(timer);
    slowTimers.delete(timer);
    running -= 1;
    if (isPrompt) prompt -= 1;
    waiting.release(job, isInconclusive(result));
    prepared.push(result);
    settling ??= settleAll();
    start();
  }

  /** If nothing else happens, only the end of a group delay can make a job ready. */
  function wakeUpLater(): void {
    clearTimeout(wakeUp);
    const delay = waiting.nextReadyInMs();
    wakeUp = delay === undefined ? undefined : setTimeout(start, delay).unref();
  }

  async function settleAll(): Promise<void> {
    try {
      while (!closed && prepared.length > 0) {
        const batch = prepared.slice(0, maxBatch);
        prepared = prepared.slice(maxBatch);
        await settle(batch);
      }
    } finally {
      // Even after a bug in `settle`, the next result starts the next batch.
      settling = undefined;
    }
  }

  return {
    add(job) {
      waiting.add(job);
      start();
    },
    async close() {
      closed = true;
      clearTimeout(wakeUp);
      for (const timer of slowTimers) clearTimeout(timer);
      await settling;
    },
  };
}
