/**
 * Lets other requests run before the next step of a long computation. A step on 1 MiB of hostile text takes 0.1 s. The
 * server has a thread for large texts (decision 25), so this matters in Workers. Takes 10 microseconds in Node. Workers without
 * setImmediate have a timer, which takes a millisecond.
 */
export async function yieldToRequests(): Promise<void> {
  const schedule: (callback: () => void) => unknown = globalThis.setImmediate ?? setTimeout;
  await new Promise<void>(resolve => void schedule(resolve));
}
