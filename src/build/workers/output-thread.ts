/** Posts the result of `checkOutput`, which other threads run at the same time. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkOutput, type OutputCheck } from '../state/output-check.ts';

parentPort?.postMessage(checkOutput(workerData as OutputCheck));
