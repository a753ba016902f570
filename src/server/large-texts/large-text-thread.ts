import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { SubmissionError } from '#submission/submission.ts';
import type { TaskRequest } from './large-text-worker.ts';
import type { Tasks } from './tasks.ts';

export interface LargeTextThreadOptions {
  /** Receives failures of the thread that a text may have caused on purpose. */
  readonly onError: (error: unknown) => void;
  /** The maximum number of waiting tasks of requests. */
  readonly maxWaiting?: number;
  /** Milliseconds that a task may take, the start of the thread included. */
  readonly timeoutMs?: number;
  /** Milliseconds until a thread without a task ends. */
  readonly idleMs?: number;
  /** The script of the thread, for tests. */
  readonly script?: string;
}

/** Sixteen texts of 1 MiB. Each takes up to half a second. */
const MAX_WAITING = 16;

/** Several times as long as the slowest known text takes on a busy machine. */
const TIMEOUT_MS = 10_000;

/** An idle thread has 40 MB of memory, and starts again in 0.2 seconds. */
const IDLE_MS = 60_000;

/** The delay until a client should retry, in seconds. */
const RETRY_AFTER = 5;

/** Known texts of 1 MiB need up to 150 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 };

interface Job {
  readonly request: TaskRequest;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A thread that processes large texts from others, so that a hostile text stops no requests (decision 25). Starts with the
 * first task, runs one at a time, and ends when it is idle. If it fails or takes too long, the current task is rejected, and
 * the next one starts another thread.
 */
export class LargeTextThread {
  readonly #options: Required<LargeTextThreadOptions>;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #current: Job | undefined;
  /** Ends a task that takes too long, or an idle thread. */
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LargeTextThreadOptions) {
    this.#options = { maxWaiting: MAX_WAITING, timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS, script: SCRIPT, ...options };
  }

  /**
   * Runs a task of a request in the thread.
   * @throws SubmissionError `unavailable` if too many tasks are waiting, or the thread fails
   */
  async offer<T extends keyof Tasks>(task: T, ...args: Parameters<Tasks[T]>): Promise<ReturnType<Tasks[T]>> {
    if (this.#waiting.length >= this.#options.maxWaiting) throw createUnavailable();
    return this.run(task, ...args);
  }

  /**
   * Runs a task in the thread, for a caller that has its own limit.
   * @throws SubmissionError `unavailable` if the thread fails
   */
  async run<T extends keyof Tasks>(task: T, ...args: Parameters<Tasks[T]>): Promise<ReturnType<Tasks[T]>> {
    if (this.#isClosed) throw createUnavailable();
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<Tasks[T]>>();
    this.#waiting.push({ request: { task, args }, resolve, reject });
    this.#startNext();
    return promise;
  }

  /** Ends the thread, and rejects all tasks. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(createUnavailable());
    await this.#end(createUnavailable());
  }

  #startNext(): void {
    if (this.#current) return;
    this.#current = this.#waiting.shift();
    clearTimeout(this.#timer);
    if (this.#current) {
      this.#worker ??= this.#start();
      this.#worker.postMessage(this.#current.request);
      this.#timer = setTimeout(() => this.#fail(new Error(TIMED_OUT)), this.#options.timeoutMs).unref();
    } else if (this.#worker) this.#timer = setTimeout(() => void this.#end(), this.#options.idleMs).unref();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.script, { resourceLimits: LIMITS });
    worker.on('message', result => {
      this.#current?.resolve(result as never);
      this.#current = undefined;
      this.#startNext();
    });
    // An ended thread is not the current one anymore.
    const fail = (error: unknown) => this.#worker === worker && this.#fail(error);
    worker.once('error', fail);
    worker.once('exit', code => fail(new Error(`The thread for large texts exited with ${code}.`)));
    return worker;
  }

  /** Rejects the current task, and continues with the next one in another thread. */
  #fail(cause: unknown): void {
    this.#options.onError(cause);
    void this.#end(createUnavailable(cause));
    this.#startNext();
  }

  async #end(reason?: Error): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#current?.reject(reason);
    this.#current = undefined;
    await worker?.terminate();
  }
}

const SCRIPT = path.join(import.meta.dirname, 'large-text-worker.ts');

const TIMED_OUT = 'A task of the thread for large texts took too long.';

function createUnavailable(cause?: unknown): SubmissionError {
  const message = `The registry cannot process this large text now. Retry in ${RETRY_AFTER} seconds.`;
  return new SubmissionError('unavailable', message, { retryAfter: RETRY_AFTER, cause });
}
