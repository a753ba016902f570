/**
 * Lets other requests run before the next step of a long computation. Each step on 1 MiB of untrusted text takes up to 100 ms.
 * Takes 10 microseconds in Node. Workers without setImmediate have a timer, which takes a millisecond.
 */
export async function yieldToRequests(): Promise<void> {
  const schedule: (callback: () => void) => unknown = globalThis.setImmediate ?? setTimeout;
  await new Promise<void>(resolve => void schedule(resolve));
}
