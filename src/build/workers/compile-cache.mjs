/**
 * Enables Node's compile cache, also for the threads and processes of builds, which would spend half of their time on
 * compilation. Import it for its side effect, before the modules to cache. This module and `scripts/build.mjs` are JavaScript,
 * because Node would load its TypeScript compiler for them, which takes longer than the rest of a build without a change.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

process.env.NODE_COMPILE_CACHE ||= path.resolve(import.meta.dirname, '../../../.cache/modules');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
