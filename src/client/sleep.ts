/** The longest delay of a timer. A timer with a longer one ends at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Resolves after a delay, which may be longer than that of a timer.
 * @throws the reason of the signal if it is aborted before the end of the delay
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let timer: ReturnType<typeof setTimeout>;
    wait(milliseconds);
    signal?.addEventListener('abort', onAbort);
    function wait(remaining: number): void {
      const delay = Math.min(remaining, MAX_TIMER_MS);
      timer = setTimeout(() => (remaining > delay ? wait(remaining - delay) : onTimeout()), delay);
    }
    function onTimeout(): void {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }
    function onAbort(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

export type Sleep = typeof sleep;

/**
 * Returns a signal that aborts after a timeout. Undefined if no timer is that long, so that `Infinity` means no timeout.
 * @throws RangeError for an invalid timeout
 */
export function createTimeout(milliseconds: number): AbortSignal | undefined {
  const timeout = requireTimeout(milliseconds);
  return timeout > MAX_TIMER_MS ? undefined : AbortSignal.timeout(Math.ceil(timeout));
}

/**
 * Returns a timeout in milliseconds.
 * @throws RangeError for a number that is not above 0
 */
export function requireTimeout(milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new RangeError(`Invalid timeoutMs: ${milliseconds}. Use a number above 0, or Infinity for no timeout.`);
}
