import { type FetchFailure, failed } from './fetch-failure.ts';

/**
 * Runs work with a hard deadline. Returns a failure at the deadline, even if the work ignores its signal.
 *
 * @param ms milliseconds from now
 * @param work receives a signal that aborts at the deadline, when the caller aborts, and when the work is done
 * @param caller aborts before the deadline
 */
export async function withinDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  caller?: AbortSignal,
): Promise<T | FetchFailure> {
  const controller = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<FetchFailure>();
  const stop = (kind: 'timeout' | 'aborted') => {
    end(failed(kind));
    controller.abort();
  };
  const abort = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), ms);
  caller?.addEventListener('abort', abort, { once: true });
  try {
    if (caller?.aborted) return failed('aborted');
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
    controller.abort(DONE);
  }
}

/** Nothing reads the reason once the work is done, and a new error for each request would take a tenth of its time. */
const DONE = new Error('The work is done.');
