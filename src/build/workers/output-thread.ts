/** Posts whether all files of the parts of a build (`FinishedPart[]`) are still as written. */
import { parentPort, workerData } from 'node:worker_threads';
import { areFilesAsWritten } from '../build-cache.ts';
import type { FinishedPart } from '../tree.ts';

const parts = workerData as readonly FinishedPart[];
parentPort?.postMessage(parts.every(areFilesAsWritten));
