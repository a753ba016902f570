/** Writes packs (`PackWork`). */
import { workerData } from 'node:worker_threads';
import { type PackWork, writePacks } from '../pack-build.ts';

writePacks(workerData as PackWork);
