/**
 * Waits.
 * @throws the signal's reason when it is aborted before or meanwhile
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', stopped);
    function done(): void {
      signal?.removeEventListener('abort', stopped);
      resolve();
    }
    function stopped(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

/** Waits, or throws the signal's reason. */
export type Pause = typeof sleep;
