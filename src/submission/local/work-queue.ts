export interface WorkQueue<Job> {
  add(job: Job): void;
  /** Starts nothing more and waits for the batch that is being settled; all the rest stays undone. */
  close(): Promise<void>;
}

export interface WorkQueueOptions<Job, Result> {
  /** How many jobs are prepared side by side. */
  readonly atOnce: number;
  /** The most results that are settled together. */
  readonly mostTogether: number;
  /** Does the slow part of a job; must not reject. */
  readonly prepare: (job: Job) => Promise<Result>;
  /** Does the part that has an order: one call at a time, with all that has come in since the last; must not reject. */
  readonly settle: (results: readonly Result[]) => Promise<void>;
}

/** Prepares jobs side by side and settles them in order of arrival, in batches that grow with the load. */
export function createWorkQueue<Job, Result>(options: WorkQueueOptions<Job, Result>): WorkQueue<Job> {
  const { atOnce, mostTogether, prepare, settle } = options;
  const waiting: Job[] = [];
  let prepared: Result[] = [];
  let preparing = 0;
  let settling: Promise<void> | undefined;
  let closed = false;

  function start(): void {
    while (!closed && preparing < atOnce) {
      const job = waiting.shift();
      if (job === undefined) return;
      preparing += 1;
      void prepare(job).then(result => {
        preparing -= 1;
        prepared.push(result);
        settling ??= settleAll();
        start();
      });
    }
  }

  async function settleAll(): Promise<void> {
    while (!closed && prepared.length > 0) {
      const batch = prepared.slice(0, mostTogether);
      prepared = prepared.slice(mostTogether);
      await settle(batch);
    }
    settling = undefined;
  }

  return {
    add(job) {
      waiting.push(job);
      start();
    },
    async close() {
      closed = true;
      await settling;
    },
  };
}
