/**
 * Measures the event loop of the process that preloads it (`node --import`). A message from the parent process returns the
 * longest time between two ticks of a 5 ms timer since the message before, as `{ longestGap }` in milliseconds.
 */
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;

// Worker threads inherit the preload, but only the main thread responds to requests.
if (isMainThread && process.send) {
  let longestGap = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    longestGap = Math.max(longestGap, now - last);
    last = now;
  }, INTERVAL_MS).unref();
  process.on('message', () => {
    process.send?.({ longestGap });
    longestGap = 0;
  });
  process.channel?.unref();
}
