/** Runs a sample registry on the port in the first argument, until its parent process disconnects. */
import '#build/workers/compile-cache.ts';
import { once } from 'node:events';
import { startSampleRegistry } from './sample-registry.ts';

const disconnected = once(process, 'disconnect');
const registry = await startSampleRegistry({ settings: { PORT: process.argv[2] } });
await disconnected;
await registry.close();
