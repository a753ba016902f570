import type { RunJob, WorkflowRun } from './workflow-runs.ts';

/** A clock that only the runner moves. */
export interface VirtualClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  set(time: number): void;
}

export function createVirtualClock(start: number): VirtualClock {
  let time = start;
  return { now: () => time, set: next => (time = Math.max(time, next)) };
}

/** The work of a job. It runs when the job ends, so that its effects are visible from then on. */
export type JobWork = (run: WorkflowRun, job: RunJob) => Promise<JobResult>;

/** Whether the jobs that need this one run. */
export type JobResult = 'success' | 'stop';

export interface RunnerOptions {
  readonly clock: VirtualClock;
  readonly work: JobWork;
  /** The duration of a job in milliseconds. */
  readonly getDuration: (job: RunJob) => number;
  /** The maximum number of jobs at a time: 20 on the free plan (https://docs.github.com/en/actions/reference/limits). */
  readonly maxJobs?: number;
}

/** A simulation of GitHub's runners in virtual time. */
export interface Runner {
  start(runs: readonly WorkflowRun[]): void;
  /** Schedules a call at a time in milliseconds since 1970. */
  at(time: number, call: () => Promise<void> | void): void;
  /** Runs until nothing is scheduled before `end`. */
  runUntil(end: number): Promise<void>;
  /** The number of jobs that GitHub canceled, because another one of their group came. */
  readonly canceled: () => number;
}

interface QueuedJob {
  readonly run: WorkflowRun;
  readonly job: RunJob;
  isCanceled: boolean;
}

/**
 * Creates the runners. Of a concurrency group, one job runs and one waits; a third cancels the one that waits
 * (https://docs.github.com/en/actions/using-jobs/using-concurrency). Jobs start in the order in which they were queued.
 */
export function createRunner({ clock, work, getDuration, maxJobs = 20 }: RunnerOptions): Runner {
  const events: { readonly time: number; readonly call: () => Promise<void> | void }[] = [];
  const queue: QueuedJob[] = [];
  /** The job of each group that holds it, running or waiting for a runner, and the next one. */
  const groups = new Map<string, { holder: QueuedJob | undefined; next: QueuedJob | undefined }>();
  let running = 0;
  let canceled = 0;

  function at(time: number, call: () => Promise<void> | void): void {
    const index = events.findIndex(event => event.time > time);
    events.splice(index < 0 ? events.length : index, 0, { time, call });
  }

  function cancel(job: QueuedJob): void {
    job.isCanceled = true;
    canceled += 1;
  }

  function enqueue(queued: QueuedJob): void {
    const name = queued.job.group;
    if (name === undefined) {
      queue.push(queued);
      return;
    }
    const group = groups.get(name) ?? { holder: undefined, next: undefined };
    groups.set(name, group);
    if (group.holder && queued.job.cancelsRunning) {
      cancel(group.holder);
      group.holder = undefined;
    }
    if (group.holder) {
      if (group.next) cancel(group.next);
      group.next = queued;
    } else {
      group.holder = queued;
      queue.push(queued);
    }
  }

  function release(holder: QueuedJob): void {
    const group = groups.get(holder.job.group ?? '');
    if (group?.holder !== holder) return;
    group.holder = group.next;
    group.next = undefined;
    if (group.holder) queue.push(group.holder);
  }

  function startJobs(): void {
    while (running < maxJobs) {
      const queued = queue.shift();
      if (!queued) return;
      if (queued.isCanceled) continue;
      running += 1;
      at(clock.now() + getDuration(queued.job), async () => {
        running -= 1;
        const { run, job } = queued;
        const result = queued.isCanceled ? 'stop' : await work(run, job);
        release(queued);
        if (result === 'success')
          for (const next of run.jobs) if (next.needs.includes(job.id)) enqueue({ run, job: next, isCanceled: false });
      });
    }
  }

  return {
    at,
    start(runs) {
      for (const run of runs)
        for (const job of run.jobs) if (job.needs.length === 0) enqueue({ run, job, isCanceled: false });
    },
    async runUntil(end) {
      for (;;) {
        startJobs();
        const [event] = events;
        if (!event || event.time > end) return;
        events.shift();
        clock.set(event.time);
        await event.call();
      }
    },
    canceled: () => canceled,
  };
}
