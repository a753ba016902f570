import { createGroups, type GroupMember } from './groups.ts';
import type { RunJob, WorkflowRun } from './workflow-runs.ts';

/** A clock that only the runner moves. */
export interface VirtualClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  set(time: number): void;
}

/** Creates a clock that starts at `start`, in milliseconds since 1970, and never goes back. */
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
  readonly getDuration: (run: WorkflowRun, job: RunJob) => number;
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
  /** The number of runs and jobs that GitHub canceled, because another one of their group came. */
  readonly canceled: () => number;
}

/** A run that has begun or waits for its group. */
interface ActiveRun extends GroupMember {
  readonly run: WorkflowRun;
  /** The number of its jobs that wait or run. */
  open: number;
  isCanceled: boolean;
}

interface QueuedJob extends GroupMember {
  readonly active: ActiveRun;
  readonly job: RunJob;
  isCanceled: boolean;
}

/** Creates the runners. Jobs start in the order in which they were queued. */
export function createRunner({ clock, work, getDuration, maxJobs = 20 }: RunnerOptions): Runner {
  const events: { readonly time: number; readonly call: () => Promise<void> | void }[] = [];
  const queue: QueuedJob[] = [];
  let running = 0;
  let canceled = 0;
  const runs = createGroups<ActiveRun>({
    begin: active => enqueue(active, ({ needs }) => needs.length === 0),
    cancel(active) {
      active.isCanceled = true;
      canceled += 1;
    },
  });
  const jobs = createGroups<QueuedJob>({
    begin: queued => void queue.push(queued),
    cancel(queued) {
      queued.isCanceled = true;
      canceled += 1;
      finish(queued.active);
    },
  });

  function at(time: number, call: () => Promise<void> | void): void {
    const index = events.findIndex(event => event.time > time);
    events.splice(index < 0 ? events.length : index, 0, { time, call });
  }

  function enqueue(active: ActiveRun, isNext: (job: RunJob) => boolean): void {
    const next = active.run.jobs.filter(isNext);
    active.open += next.length;
    for (const job of next) {
      const { group, cancelsRunning } = job;
      jobs.enter({ active, job, group, cancelsRunning, isCanceled: false });
    }
  }

  /** Counts a job that ended. The last one ends the run. */
  function finish(active: ActiveRun): void {
    active.open -= 1;
    if (active.open === 0) runs.leave(active);
  }

  function startJobs(): void {
    while (running < maxJobs) {
      const queued = queue.shift();
      if (!queued) return;
      if (queued.isCanceled) continue;
      running += 1;
      const { active, job } = queued;
      at(clock.now() + getDuration(active.run, job), async () => {
        running -= 1;
        if (queued.isCanceled) return;
        const result = active.isCanceled ? 'stop' : await work(active.run, job);
        jobs.leave(queued);
        if (result === 'success') enqueue(active, ({ needs }) => needs.includes(job.id));
        finish(active);
      });
    }
  }

  return {
    at,
    start(started) {
      for (const run of started) {
        const { group, cancelsRunning } = run;
        runs.enter({ run, group, cancelsRunning, open: 0, isCanceled: false });
      }
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
