/** Runs one task per host at a time, and a limited number of tasks in total. */
export interface HostQueue {
  /**
   * Queues a task and returns its result.
   *
   * @param signal removes the task from the queue before it starts; the promise then rejects with the signal's reason
   */
  run<T>(host: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/**
 * Creates a queue. Tasks of one host run in order of arrival, and hosts take turns, so a host with a thousand tasks does
 * not delay other hosts.
 *
 * @param concurrency maximum number of running tasks, each of a different host
 */
export function createHostQueue(concurrency: number): HostQueue {
  /** Queued tasks by host, in order of arrival. Hosts without queued tasks have no entry. */
  const queued = new Map<string, Set<() => void>>();
  /** Hosts with queued tasks and no running task, in the order of their turns. */
  const ready = new Set<string>();
  const running = new Set<string>();

  function startNext(): void {
    for (const host of ready) {
      if (running.size >= concurrency) return;
      ready.delete(host);
      const tasks = queued.get(host);
      const [next] = tasks ?? [];
      if (!tasks || !next) continue;
      dequeue(host, next);
      running.add(host);
      next();
    }
  }

  function dequeue(host: string, start: () => void): void {
    const tasks = queued.get(host);
    tasks?.delete(start);
    if (tasks?.size === 0) queued.delete(host);
  }

  function enqueue(host: string, start: () => void): void {
    const tasks = queued.get(host) ?? new Set();
    queued.set(host, tasks.add(start));
    if (!running.has(host)) ready.add(host);
    startNext();
  }

  function finish(host: string): void {
    running.delete(host);
    if (queued.has(host)) ready.add(host);
    startNext();
  }

  function waitForTurn(host: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const cancel = () => {
        dequeue(host, start);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      enqueue(host, start);
    });
  }

  return {
    async run(host, task, signal) {
      await waitForTurn(host, signal);
      try {
        return await task();
      } finally {
        finish(host);
      }
    },
  };
}
