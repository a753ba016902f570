/** A thread that fails as its text says, or responds with its own id. */
import { parentPort, threadId } from 'node:worker_threads';
import type { TaskRequest } from './large-text-worker.ts';

const FAILURES: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('A bug.');
  },
  exit: () => process.exit(3),
  hang: () => {
    for (;;);
  },
  memory: () => {
    const all: number[][] = [];
    for (;;) all.push(new Array(1_000_000).fill(all.length));
  },
};

parentPort?.on('message', ({ args: [bytes] }: TaskRequest) => {
  FAILURES[new TextDecoder().decode(bytes)]?.();
  parentPort?.postMessage(threadId);
});
