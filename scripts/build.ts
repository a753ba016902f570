/**
 * `npm run build`: writes the whole registry as static files, the site and the JSON, to BUILD_DIR (./dist). It is built
 * beside the last good output, of which it takes over what has not changed, and then takes its place.
 *   --skip-invalid  leave broken records out instead of stopping at them
 *   --full          make everything anew
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What is compiled is kept, for the threads and processes of the build, too, which would spend half of their time on that.
process.env.NODE_COMPILE_CACHE ||= path.resolve(import.meta.dirname, '../.cache/modules');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./build/command.ts');
