/** Runs an action for items until it succeeds for each of them. */
export interface Retrier<Item> {
  /** Resolves after the first attempt; items whose attempt failed are tried again later. */
  run(items: readonly Item[]): Promise<void>;
  /** Waits for the current attempt and starts no other. */
  close(): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/**
 * Creates a retrier. Attempts come one round at a time, the next rounds after a delay that doubles up to 30 seconds.
 *
 * @param onFault called once for a series of failures, with the first
 */
export function createRetrier<Item>(
  action: (item: Item) => Promise<void>,
  onFault: (error: unknown) => void,
): Retrier<Item> {
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

  async function attemptAll(items: readonly Item[]): Promise<void> {
    await Promise.all(new Set([...failed, ...items]).values().map(attempt));
    clearTimeout(timer);
    if (failed.size === 0) delay = FIRST_DELAY_MS;
    else if (!isClosed) {
      timer = setTimeout(() => void run([]), delay).unref();
      delay = Math.min(MAX_DELAY_MS, delay * 2);
    }
  }

  function run(items: readonly Item[]): Promise<void> {
    round = round.then(() => (isClosed ? undefined : attemptAll(items)));
    return round;
  }

  return {
    run,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await round;
    },
  };
}
