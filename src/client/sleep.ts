/**
 * Resolves after a delay.
 * @throws the reason of the signal if it is aborted before the end of the delay
 */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(onTimeout, milliseconds);
    signal?.addEventListener('abort', onAbort);
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
