/**
 * Builds a registry for `buildInProcess`. The first line of standard input is the work (`RegistryWork`) as JSON; the end of
 * the input aborts the build.
 */
import './compile-cache.ts';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { RegistryWork } from '../build-in-process.ts';
import { importRegistryBuild } from '../import-registry-build.ts';
import { openTree } from '../tree.ts';
import { lowerPriority } from './lower-priority.ts';

const lines = createInterface({ input: process.stdin });
const stop = new AbortController();
lines.once('close', () => stop.abort());
const [line] = await once(lines, 'line');
const { build, folders } = JSON.parse(line) as RegistryWork;
if (build.isServed) lowerPriority();
const { buildRegistry } = await importRegistryBuild();
const tree = openTree(folders.folder, folders.lastGood, folders.cacheDir);
try {
  await buildRegistry(build, tree, { signal: stop.signal });
  process.exit(0);
} catch (error) {
  if (!stop.signal.aborted) console.error(error);
  process.exit(1);
}
