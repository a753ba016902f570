/** How many files are made at a time: while some wait for the disk, others are made. */
const AT_ONCE = 16;

/**
 * Does something with each item, with a few at a time.
 * @param work gives no promise where it is done at once
 * @param onProgress told how many are done
 */
export async function inBatches<T>(
  items: readonly T[],
  work: (item: T) => Promise<void> | undefined,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    onProgress(start);
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
  }
}
