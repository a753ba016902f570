/** The number of files written concurrently, so that work continues while some wait for the disk. */
const CONCURRENCY = 16;

/**
 * Runs work for each item, a few at a time.
 * @param work returns no promise if it completes synchronously
 * @param onProgress receives the number of completed items
 */
export async function inBatches<T>(
  items: readonly T[],
  work: (item: T) => Promise<void> | undefined,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    onProgress(start);
    await Promise.all(items.slice(start, start + CONCURRENCY).map(work));
  }
}
