import type { LocalRegistry, LocalRun, LocalRunOptions } from '#submission/local/local-registry.ts';
import { listenForRuns, type RequestedRun } from '#submission/revalidation/control-socket.ts';
import { createSchedule } from '../schedule.ts';

export interface RevalidationOptions {
  readonly dataDir: string;
  /** The longest time between the starts of two runs, in milliseconds. Undefined: runs start only on request. */
  readonly intervalMs: number | undefined;
  readonly revalidate: LocalRegistry['revalidate'];
  readonly verify: LocalRunOptions['verify'];
  readonly observe: LocalRunOptions['observe'];
  /** Called after each run that wrote results, before the run counts as complete. */
  readonly onWritten: (run: LocalRun) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** The revalidation of a running server. */
export interface Revalidation {
  /** The problem of the last run, for `/health`. */
  problems(): readonly string[];
  /** Starts no further checks, and waits until the results so far are written. */
  close(): Promise<void>;
}

/** Checks the listings that are due at intervals, and on request through the socket in the data directory. */
export async function startRevalidation(options: RevalidationOptions): Promise<Revalidation> {
  const { dataDir, intervalMs, revalidate, verify, observe, onWritten, onFault } = options;
  const stop = new AbortController();
  const listeners = new Set<(done: number, total: number) => void>();
  let problem: string | undefined;

  async function run(): Promise<RequestedRun> {
    try {
      const done = await revalidate({
        verify,
        observe,
        stop: stop.signal,
        onProgress: (...progress) => {
          for (const listener of listeners) listener(...progress);
        },
      });
      const { breakerReason, summary } = done;
      problem = breakerReason && `The last revalidation wrote no results. ${breakerReason}`;
      if (breakerReason !== undefined) onFault(new Error(problem));
      else await onWritten(done);
      return { summary, breakerReason };
    } catch (error) {
      const repeats = intervalMs === undefined ? '' : ' The server repeats it within 10 minutes.';
      problem = `The last revalidation failed because of an internal error.${repeats} See the log of the server.`;
      throw error;
    }
  }

  const schedule = createSchedule({ intervalMs, run, onFault });
  const socket = await listenForRuns(dataDir, async onProgress => {
    listeners.add(onProgress);
    try {
      return await schedule.runNow();
    } finally {
      listeners.delete(onProgress);
    }
  }).catch(onFault);
  return {
    problems: () => (problem === undefined ? [] : [problem]),
    async close() {
      stop.abort();
      await schedule.close();
      await socket?.close();
    },
  };
}
