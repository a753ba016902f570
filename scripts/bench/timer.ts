/** Measures the seconds that a task takes. */
export async function measureSeconds(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return (performance.now() - started) / 1000;
}
