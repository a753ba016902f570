/** Runs an action for each item until it succeeds. */
export interface Retrier<Item> {
  /** Resolves after the first attempt. Failed items are retried later. */
  run(items: readonly Item[]): Promise<void>;
  /** Whether items wait for a retry. */
  hasFailed(): boolean;
  /** Waits for the current attempt and prevents further ones. */
  close(): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/**
 * Creates a retrier. Attempts run in rounds, and the delay between rounds doubles up to 30 seconds.
 *
 * @param onFault called with the first error of each series of failures
 */
export function createRetrier<Item>(
  action: (item: Item) => Promise<void>,
  onFault: (error: unknown) => void,
): Retrier<Item> {
  const waiting = new Set<Item>();
  const failed = new Set<Item>();
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let delay = FIRST_DELAY_MS;
  let isClosed = false;

  async function attempt(item: Item): Promise<void> {
    try {
      await action(item);
      failed.delete(item);
    } catch (error) {
      if (failed.size === 0) onFault(error);
      failed.add(item);
    }
  }

  /** Processes all items that arrived since the last round, so that many single items share a round. */
  async function attemptAll(): Promise<void> {
    const items = new Set([...failed, ...waiting]);
    waiting.clear();
    clearTimeout(timer);
    await Promise.all([...items].map(attempt));
    if (failed.size === 0) delay = FIRST_DELAY_MS;
    else if (!isClosed) {
      timer = setTimeout(retry, delay).unref();
      delay = Math.min(MAX_DELAY_MS, delay * 2);
    }
  }

  function retry(): void {
    round = round.then(() => (isClosed ? undefined : attemptAll()));
  }

  function run(items: readonly Item[]): Promise<void> {
    for (const item of items) waiting.add(item);
    round = round.then(() => (isClosed || waiting.size === 0 ? undefined : attemptAll()));
    return round;
  }

  return {
    run,
    hasFailed: () => failed.size > 0,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await round;
    },
  };
}
