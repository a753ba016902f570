/** A queue of jobs in groups, in which no group can starve the others. */
export interface FairQueue<Job> {
  add(job: Job): void;
  /** Takes the next job, which counts as running until its release. Undefined if no job may start now. */
  take(): Job | undefined;
  /** Removes a job that has not been taken. */
  remove(job: Job): void;
  /** The number of jobs in the group of a job, waiting and running. */
  sizeOf(job: Job): number;
  /** Releases a running job. Consecutive inconclusive results delay the other jobs of the group. */
  release(job: Job, isInconclusive: boolean): void;
  /** Milliseconds until a job may start even if no running job ends. Undefined if there is no such job. */
  nextReadyInMs(): number | undefined;
}

export interface FairQueueOptions<Job> {
  readonly groupOf: (job: Job) => string;
  /** Whether a job neither waits for its group's delay nor adds to it. */
  readonly isExempt: (job: Job) => boolean;
  /** Jobs of one group that run at the same time. */
  readonly maxPerGroup: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

interface Group<Job> {
  readonly waiting: Job[];
  running: number;
  /** Inconclusive jobs since the last conclusive one. */
  inconclusive: number;
  /** When the delay ends, by the clock. */
  delayedUntil: number;
}

/** The maximum number of idle groups to remember because of inconclusive jobs. */
const MAX_REMEMBERED = 10_000;

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 600_000;

/**
 * Returns the delay of a group in milliseconds after a number of consecutive inconclusive jobs. The first has no delay;
 * from the second on, the delay doubles.
 */
export function backoffMs(inconclusive: number): number {
  return inconclusive < 2 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (inconclusive - 2));
}

/**
 * Creates a queue that takes the next job from the group with the fewest running jobs, round robin between equals, so
 * that a new group comes before all groups with running jobs.
 */
export function createFairQueue<Job>(options: FairQueueOptions<Job>): FairQueue<Job> {
  const { groupOf, isExempt, maxPerGroup, now } = options;
  const groups = new Map<string, Group<Job>>();
  /** The groups with waiting jobs, by the number of running ones, in the order of their turns. */
  const turns = Array.from({ length: maxPerGroup }, () => new Set<string>());

  function getGroup(name: string): Group<Job> {
    const known = groups.get(name);
    if (known) return known;
    const group = { waiting: [], running: 0, inconclusive: 0, delayedUntil: 0 };
    groups.set(name, group);
    return group;
  }

  /** The position of the group's next job; -1 if all its jobs wait for the delay. */
  function findNext({ waiting, delayedUntil }: Group<Job>): number {
    return delayedUntil > now() ? waiting.findIndex(isExempt) : 0;
  }

  /** Moves a group to the end of the turns with the same number of running jobs. */
  function enqueue(name: string, group: Group<Job>): void {
    for (const turn of turns) turn.delete(name);
    if (group.waiting.length > 0) turns[group.running]?.add(name);
  }

  /**
   * Drops a group that is idle without inconclusive jobs, and the oldest of the other idle groups if there are too
   * many.
   */
  function forget(name: string, group: Group<Job>): void {
    if (group.waiting.length > 0 || group.running > 0) return;
    groups.delete(name);
    if (group.inconclusive === 0) return;
    groups.set(name, group);
    if (groups.size <= MAX_REMEMBERED) return;
    for (const [each, { waiting, running }] of groups) {
      if (waiting.length > 0 || running > 0) continue;
      groups.delete(each);
      return;
    }
  }

  return {
    add(job) {
      const name = groupOf(job);
      const group = getGroup(name);
      group.waiting.push(job);
      if (group.waiting.length === 1) enqueue(name, group);
    },
    take() {
      for (const turn of turns) {
        for (const name of turn) {
          const group = getGroup(name);
          const next = findNext(group);
          if (next === -1) continue;
          const [job] = group.waiting.splice(next, 1);
          group.running += 1;
          enqueue(name, group);
          return job;
        }
      }
      return undefined;
    },
    remove(job) {
      const name = groupOf(job);
      const group = getGroup(name);
      const position = group.waiting.indexOf(job);
      if (position >= 0) group.waiting.splice(position, 1);
      enqueue(name, group);
      forget(name, group);
    },
    sizeOf(job) {
      const group = groups.get(groupOf(job));
      return group ? group.waiting.length + group.running : 0;
    },
    release(job, isInconclusive) {
      const name = groupOf(job);
      const group = getGroup(name);
      group.running -= 1;
      if (!isExempt(job)) {
        group.inconclusive = isInconclusive ? group.inconclusive + 1 : 0;
        group.delayedUntil = now() + backoffMs(group.inconclusive);
      }
      enqueue(name, group);
      forget(name, group);
    },
    nextReadyInMs() {
      const delays = turns.flatMap(turn => [...turn]).map(name => Math.max(0, getGroup(name).delayedUntil - now()));
      return delays.length > 0 ? Math.min(...delays) : undefined;
    },
  };
}
