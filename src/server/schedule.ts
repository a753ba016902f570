import { RETRY_MS } from '#build/rebuilds.ts';

/** Runs an action again and again, one run at a time. */
export interface Schedule<Run> {
  /** Starts a run, or joins the current one. */
  runNow(): Promise<Run>;
  /** Starts no further run, and waits for the current one. */
  close(): Promise<void>;
}

export interface ScheduleOptions<Run> {
  readonly run: () => Promise<Run>;
  /** The longest time between the starts of two runs, in milliseconds. Undefined: runs start only on request. */
  readonly intervalMs: number | undefined;
  /** The time until the first run, in milliseconds (default: random, up to a minute). */
  readonly firstDelayMs?: number;
  /** Called with each error of a scheduled run. */
  readonly onFault: (error: unknown) => void;
  /** Returns a number from 0 to below 1 (default: `Math.random`). */
  readonly random?: () => number;
}

/** The first run starts within this time, so that a server that restarts often checks its listings, too. */
const MAX_FIRST_DELAY_MS = 60_000;

/** The part of the interval that is random, so that registries do not all send their requests at the same time. */
const JITTER = 0.1;

/** A timer does not count the time in which the machine sleeps, so the clock is compared this often. */
const MAX_TIMER_MS = 60_000;

/**
 * Creates a schedule. Jitter only shortens the interval, because deadlines depend on it. A failed run is repeated after some
 * minutes, because a cause such as a full disk passes.
 */
export function createSchedule<Run>(options: ScheduleOptions<Run>): Schedule<Run> {
  const { intervalMs, firstDelayMs, run, onFault, random = Math.random } = options;
  let current: Promise<Run> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Promise<Run> {
    if (current) return current;
    if (intervalMs !== undefined) wait(intervalMs * (1 - JITTER * random()));
    current = run()
      .catch(error => {
        if (intervalMs !== undefined) wait(Math.min(intervalMs, RETRY_MS));
        throw error;
      })
      .finally(() => {
        current = undefined;
      });
    return current;
  }

  /**
   * Starts the next run after a delay, or within a minute if the machine slept until after it. A clock that is set back delays
   * no run. A run that takes longer than the interval delays the next one.
   */
  function wait(delayMs: number): void {
    clearTimeout(timer);
    if (isClosed) return;
    const [dueAt, dueByClock] = [performance.now() + delayMs, Date.now() + delayMs];
    function startIfDue(): void {
      const left = Math.min(dueAt - performance.now(), dueByClock - Date.now());
      if (left > 0) timer = setTimeout(startIfDue, Math.min(left, MAX_TIMER_MS)).unref();
      else startAfterLast();
    }
    startIfDue();
  }

  function startAfterLast(): void {
    const last = current ?? Promise.resolve();
    last
      .catch(() => undefined)
      .then(() => (isClosed ? undefined : start()))
      .catch(onFault);
  }

  if (intervalMs !== undefined) wait(firstDelayMs ?? Math.min(intervalMs, MAX_FIRST_DELAY_MS) * random());
  return {
    runNow: start,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await current?.catch(() => undefined);
    },
  };
}
