import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Engine } from '#query/engine.ts';
import { indexEngine } from '#query/index-engine.ts';
import type { IndexFile } from '#query/index-files.ts';
import { loadIndex } from '#query/index-load.ts';
import type { Entry } from '#query/plain-engine.ts';

/** An index that is being built. */
export interface IndexApart {
  readonly files: Promise<readonly IndexFile[]>;
  /** Answers from it as soon as it is built. */
  readonly engine: Engine;
}

/** Builds the index in a thread of its own: it takes long, and what needs no queries can be made meanwhile. */
export function indexApart(entries: readonly Entry[]): IndexApart {
  const worker = new Worker(path.join(import.meta.dirname, 'index-thread.ts'), { workerData: entries });
  const files = once(worker, 'message').then(([message]) => message as readonly IndexFile[]);
  const engine = files.then(loaded);
  // Who asks is told; nobody may have asked when it fails.
  engine.catch(() => undefined);
  return { files, engine: { search: async query => (await engine).search(query) } };
}

async function loaded(files: readonly IndexFile[]): Promise<Engine> {
  const bytes = new Map(files.map(file => [file.name, file.bytes]));
  const read = async (name: string) => bytes.get(name) ?? Promise.reject(new Error(`The index has no file ${name}.`));
  return indexEngine(await loadIndex(read));
}
