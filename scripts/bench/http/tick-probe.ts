/**
 * Measures the event loop of the process that preloads it (`node --import`). A message from the parent process returns the
 * `Ticks` since the message before.
 */
import { isMainThread } from 'node:worker_threads';

/** The extremes of a 5 ms timer, in milliseconds. */
export interface Ticks {
  /** The longest time between two ticks. On a busy machine, most of it is the time of other processes. */
  readonly longestGap: number;
  /** The maximum CPU time of the main thread between two ticks, which excludes other processes. */
  readonly longestWork: number;
}

const INTERVAL_MS = 5;

// Worker threads inherit the preload, but only the main thread responds to requests.
if (isMainThread && process.send) {
  let [longestGap, longestWork] = [0, 0];
  let [lastTime, lastWork] = [performance.now(), workTime()];
  setInterval(() => {
    const [time, work] = [performance.now(), workTime()];
    longestGap = Math.max(longestGap, time - lastTime);
    longestWork = Math.max(longestWork, work - lastWork);
    [lastTime, lastWork] = [time, work];
  }, INTERVAL_MS).unref();
  process.on('message', () => {
    process.send?.({ longestGap, longestWork } satisfies Ticks);
    [longestGap, longestWork] = [0, 0];
  });
  process.channel?.unref();
}

function workTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
