/**
 * The thread for large texts from others. Runs one task per message, and posts its result. An error of a task is a bug, and
 * ends the thread.
 */
import { parentPort } from 'node:worker_threads';
import { TASKS } from './tasks.ts';

/** A task, and its arguments. */
export interface TaskRequest {
  readonly task: keyof typeof TASKS;
  readonly args: readonly [Uint8Array, number];
}

parentPort?.on('message', ({ task, args }: TaskRequest) => parentPort?.postMessage(TASKS[task](...args)));
