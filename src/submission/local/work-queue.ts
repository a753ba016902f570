import { createFairQueue } from './fair-queue.ts';

export interface WorkQueue<Job> {
  add(job: Job): void;
  /** Starts nothing more and waits for the batch that is being settled; everything else stays undone. */
  close(): Promise<void>;
}

export interface WorkQueueOptions<Job, Result> {
  /** Jobs that are prepared at the same time, slow ones not counted. */
  readonly maxConcurrent: number;
  /** Jobs that are prepared at the same time, slow ones included. */
  readonly maxRunning: number;
  /** Milliseconds after which a job counts as slow, so that another may start in its place. */
  readonly slowAfterMs: number;
  /** Jobs of one group that are prepared at the same time. */
  readonly maxPerGroup: number;
  /** Results that are settled together. */
  readonly maxBatch: number;
  readonly groupOf: (job: Job) => string;
  /** Whether the backoff of its group does not apply to a job. */
  readonly isExempt: (job: Job) => boolean;
  /** Whether a result says nothing about the job; a group with several of them in a row is delayed. */
  readonly isInconclusive: (result: Result) => boolean;
  /** Does the slow part of a job; must not reject. */
  readonly prepare: (job: Job) => Promise<Result>;
  /** Does the ordered part: one call at a time, with all results since the last; must not reject. */
  readonly settle: (results: readonly Result[]) => Promise<void>;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

/**
 * Creates a queue that prepares jobs in parallel, fairly between groups, and settles them in the order in which they are
 * ready, in batches that grow with the load.
 *
 * Without the distinction between prompt and slow jobs, as many slow hosts as there are slots would block all others for as
 * long as they like.
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

  /** Only a delayed group can make a job ready without anything else happening here. */
  function wakeUpLater(): void {
    clearTimeout(wakeUp);
    const delay = waiting.nextReadyInMs();
    wakeUp = delay === undefined ? undefined : setTimeout(start, delay).unref();
  }

  async function settleAll(): Promise<void> {
    while (!closed && prepared.length > 0) {
      const batch = prepared.slice(0, maxBatch);
      prepared = prepared.slice(maxBatch);
      await settle(batch);
    }
    settling = undefined;
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
