import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Many publishers on this machine, in a separate process. */
export interface SlowPublishers {
  readonly origins: readonly string[];
  close(): void;
}

/** Starts publishers that each delay their responses by `delayMs` milliseconds. */
export async function startSlowPublishers(count: number, delayMs: number): Promise<SlowPublishers> {
  const child = fork(path.join(import.meta.dirname, 'slow-origins.ts'));
  child.send({ count, delayMs });
  const [ports]: number[][] = await once(child, 'message');
  if (!ports) throw new Error('The origins did not report their ports.');
  return { origins: ports.map(port => `http://127.0.0.1:${port}`), close: () => child.kill() };
}
