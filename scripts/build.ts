/**
 * `npm run build`: builds the site and the JSON of the registry as static files in BUILD_DIR (./dist). An incremental
 * build in a staging directory reuses unchanged output, then replaces the previous build.
 *   --skip-invalid  leave out invalid records instead of failing
 *   --full          rebuild everything
 */
import '#build/workers/compile-cache.ts';

await import('#build/command.ts');
