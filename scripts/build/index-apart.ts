import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexFile } from '#query/index-files.ts';
import type { Entry } from '#query/plain-engine.ts';

/** Builds the files of the index of queries in a thread of its own: it takes long, and no other file needs them. */
export async function indexApart(entries: readonly Entry[]): Promise<readonly IndexFile[]> {
  const worker = new Worker(path.join(import.meta.dirname, 'index-thread.ts'), { workerData: entries });
  const [files] = await once(worker, 'message');
  return files;
}
