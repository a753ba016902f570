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

/** The message that asks a script to end. */
export const ABORT = 'abort';

/** Milliseconds after which a thread that did not follow `ABORT` is terminated. */
const ABORT_TIMEOUT_MS = 1000;

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
  let timeout: NodeJS.Timeout | undefined;
  const stop = () => {
    worker.postMessage(ABORT);
    timeout ??= setTimeout(() => void worker.terminate(), ABORT_TIMEOUT_MS);
  };
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
  }).finally(() => {
    clearTimeout(timeout);
    signal.removeEventListener('abort', stop);
  });
}
