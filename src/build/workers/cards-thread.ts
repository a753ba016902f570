/**
 * Saves the cards of a build (`PartWork`) in its own thread, whose memory is freed afterwards, and posts what it found
 * (`FoundCards`). The message `ABORT` ends it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { saveCurrentCards } from '../parts/cards.ts';
import type { PartWork } from '../registry-build.ts';
import { lowerPriority } from './lower-priority.ts';

const { build, tree, key } = workerData as PartWork;
if (build.isServed) lowerPriority();
parentPort?.on('message', () => process.exit(1));
parentPort?.postMessage(await saveCurrentCards(build.directories, build.addresses, tree, key));
parentPort?.close();
