import { type FetchFailure, failed } from './fetch-failure.ts';

/**
 * Does work until a moment that nothing can postpone: the answer is the failure then, even if the work goes on.
 *
 * @param ms from now
 * @param work gets a signal that is aborted at the deadline, when the caller gives up, and when the work is done
 * @param caller gives up earlier
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
  const giveUp = () => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), ms);
  caller?.addEventListener('abort', giveUp, { once: true });
  try {
    if (caller?.aborted) return failed('aborted');
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', giveUp);
    controller.abort();
  }
}
