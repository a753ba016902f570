/**
 * `npm run build`: builds the site and the JSON of the registry as static files in BUILD_DIR (./dist). An incremental
 * build in a staging directory reuses unchanged output, then replaces the previous build.
 *   --skip-invalid  leave out invalid records instead of failing
 *   --full          rebuild everything
 *   --production    fail if a URL of the registry is not public, such as a forgotten default
 */
import '#build/workers/compile-cache.ts';

await import('#build/command.ts');
