/**
 * `npm run build`: writes the whole registry as static files, the site and the JSON, to BUILD_DIR (./dist). It is built
 * beside the last good output, of which it takes over what has not changed, and then takes its place.
 *   --skip-invalid  leave broken records out instead of stopping at them
 *   --full          make everything anew
 */
import '#build/workers/compile-cache.ts';

await import('#build/command.ts');
