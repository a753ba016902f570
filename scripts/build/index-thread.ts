/** Builds the index of the entries that it is given, beside what else the build does (`index-apart.ts`). */
import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from '#query/index-build.ts';
import { indexFiles } from '#query/index-files.ts';

const files = await indexFiles(await buildIndex(workerData));
parentPort?.postMessage(
  files,
  files.map(({ bytes }) => bytes.buffer),
);
