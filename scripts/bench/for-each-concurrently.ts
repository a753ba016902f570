/** Calls a function for each value, for at most `concurrency` values at the same time. */
export async function forEachConcurrently<T>(
  values: readonly T[],
  concurrency: number,
  work: (value: T) => Promise<unknown>,
): Promise<void> {
  const queue = values.values();
  const worker = async () => {
    for (const value of queue) await work(value);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Measures the seconds that a task takes. */
export async function measureSeconds(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return (performance.now() - started) / 1000;
}
