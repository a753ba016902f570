import { Worker } from 'node:worker_threads';
import { findModule } from '../site/compiled-site.ts';

export interface ThreadOptions<T> {
  /** Receives the messages of the script. */
  readonly onMessage: (message: T) => void;
  /** Sent to the script when they resolve; until the first one, the script can load its modules. */
  readonly messages: readonly Promise<unknown>[];
  /** Aborts the script. */
  readonly signal: AbortSignal;
}

/** The message that aborts a script. */
export const ABORT = 'abort';

/** Milliseconds after which a thread that ignores `ABORT` is terminated. */
const ABORT_TIMEOUT_MS = 1000;

/**
 * Threads keep little of what they create. With a limit far above what they need, V8 also lets their heaps grow more slowly
 * between two collections, so that they need half of the memory in the same time.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

/**
 * Runs a script of the build in its own thread.
 * @throws the error of the script; Error if it was terminated
 */
export function runThread<T>(
  script: 'cards-thread' | 'output-thread' | 'part-thread',
  workerData: unknown,
  { onMessage, messages, signal }: ThreadOptions<T>,
): Promise<void> {
  const worker = new Worker(findModule(script), { workerData, resourceLimits: LIMITS });
  let timeout: NodeJS.Timeout | undefined;
  const stop = () => {
    worker.postMessage(ABORT);
    timeout ??= setTimeout(() => void worker.terminate(), ABORT_TIMEOUT_MS);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  worker.on('message', onMessage);
  for (const message of messages) {
    message.then(
      each => worker.postMessage(each),
      () => undefined,
    );
  }
  return new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', code => (code === 0 ? resolve() : reject(new Error(`${script} ended with ${code}.`))));
  }).finally(() => {
    clearTimeout(timeout);
    signal.removeEventListener('abort', stop);
  });
}
