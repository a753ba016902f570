/** Loaded into a server before its entry point: injects the errors that a bug would cause, by signal. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('SIGUSR2', () => void Promise.reject(new Error('injected rejection')));
  process.on('SIGWINCH', () =>
    setImmediate(() => {
      throw new Error('injected exception');
    }),
  );
}
