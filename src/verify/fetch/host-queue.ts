/** Gives each host one turn at a time, and all hosts together a bounded number of turns. */
export interface HostQueue {
  /**
   * Runs a task when it is its host's turn.
   *
   * @param signal takes the task out of the queue while it still waits; the promise then rejects with the signal's reason
   * @returns what the task returns; it rejects as the task does
   */
  run<T>(host: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * A queue in which tasks of one host run one after the other, first come, first served, and hosts take turns: a host
 * with a thousand tasks holds one place, and delays the others by no more than that.
 *
 * @param atOnce the most tasks, of different hosts, that run at the same time
 */
export function createHostQueue(atOnce: number): HostQueue {
  /** Waiting tasks by host, in order of arrival; a host without any has no entry. */
  const waiting = new Map<string, Set<() => void>>();
  /** Hosts that wait and are not being asked, in the order of their turns. */
  const ready = new Set<string>();
  const asked = new Set<string>();

  function admit(): void {
    for (const host of ready) {
      if (asked.size >= atOnce) return;
      ready.delete(host);
      const tasks = waiting.get(host);
      const [next] = tasks ?? [];
      if (!tasks || !next) continue;
      leave(host, next);
      asked.add(host);
      next();
    }
  }

  function leave(host: string, start: () => void): void {
    const tasks = waiting.get(host);
    tasks?.delete(start);
    if (tasks?.size === 0) waiting.delete(host);
  }

  function enter(host: string, start: () => void): void {
    const tasks = waiting.get(host) ?? new Set();
    waiting.set(host, tasks.add(start));
    if (!asked.has(host)) ready.add(host);
    admit();
  }

  function finish(host: string): void {
    asked.delete(host);
    if (waiting.has(host)) ready.add(host);
    admit();
  }

  function turn(host: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        leave(host, start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      enter(host, start);
    });
  }

  return {
    async run(host, task, signal) {
      await turn(host, signal);
      try {
        return await task();
      } finally {
        finish(host);
      }
    },
  };
}
