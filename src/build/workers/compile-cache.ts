/**
 * Keeps what Node compiles, for the threads and processes of builds, too, which would spend half of their time on that.
 * Imported for what it does, before what is to be kept.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

process.env.NODE_COMPILE_CACHE ||= path.resolve(import.meta.dirname, '../../../.cache/modules');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
