/** The number of files written concurrently, so that work continues while some wait for the disk. */
const CONCURRENCY = 16;

/**
 * Runs work for each item, a few at a time. Takes items one at a time, so that they need not all be in memory.
 * @param work returns no promise if it completes synchronously
 * @param onProgress receives the number of completed items
 */
export async function inBatches<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void> | undefined,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  let started = 0;
  let batch: (Promise<void> | undefined)[] = [];
  for (const item of items) {
    if (started % CONCURRENCY === 0) {
      await Promise.all(batch);
      batch = [];
      onProgress(started);
    }
    batch.push(work(item));
    started++;
  }
  await Promise.all(batch);
}
