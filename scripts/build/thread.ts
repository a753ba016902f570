import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface ThreadOptions<T> {
  /** Told of what the script posts. */
  readonly onMessage: (message: T) => void;
  /** Is sent to the script; until it is there, the script can load what it needs. */
  readonly message: Promise<unknown>;
  /** Ends the script. */
  readonly signal: AbortSignal;
}

/** Rows of all listings are kept to the end, so that to look for them among what is young, often, is for nothing. */
const LIMITS = { maxYoungGenerationSizeMb: 128 };

/**
 * Runs a script of the build in a thread of its own.
 *
 * @param script its path below this folder
 * @throws what the script throws; Error when it was ended
 */
export function runThread<T>(
  script: string,
  workerData: unknown,
  { onMessage, message, signal }: ThreadOptions<T>,
): Promise<void> {
  const worker = new Worker(path.join(import.meta.dirname, script), { workerData, resourceLimits: LIMITS });
  const stop = () => void worker.terminate();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  worker.on('message', onMessage);
  message.then(
    each => worker.postMessage(each),
    () => undefined,
  );
  return new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', code => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}.`))));
  }).finally(() => signal.removeEventListener('abort', stop));
}
