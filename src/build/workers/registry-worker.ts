/** Builds a registry for `buildInThread`. Any message aborts the build. */
import { parentPort, workerData } from 'node:worker_threads';
import { buildRegistry } from '../registry.ts';
import type { RegistryWork } from '../registry-thread.ts';
import { openTree } from '../tree.ts';
import { lowerPriority } from './lower-priority.ts';

const { build, folders } = workerData as RegistryWork;
if (build.isServed) lowerPriority();
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());
parentPort?.unref();
const tree = openTree(folders.folder, folders.lastGood, folders.cacheDir);
await buildRegistry(build, tree, { signal: stop.signal });
