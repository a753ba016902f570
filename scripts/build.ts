/**
 * `npm run build`: writes the whole registry as static files, the site and the JSON, to BUILD_DIR (./dist).
 *   --skip-invalid  leave broken records out instead of stopping at them
 */
import path from 'node:path';
import { configurationFrom } from '#edge/configuration.ts';
import { exportKeys } from '#scripts/build/export-keys.ts';
import { buildRegistry } from '#scripts/build/registry.ts';
import { servedCommit } from '#scripts/build/served-commit.ts';

const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
try {
  const { addresses, registryDir, observationsDir, commit } = configurationFrom(process.env);
  const directories = { registry: registryDir, observations: observationsDir };
  const skipInvalid = process.argv.includes('--skip-invalid');
  const keys = await exportKeys(process.env);
  const listings = await buildRegistry(
    { directories, addresses, skipInvalid, commit: await servedCommit(commit), keys },
    folder,
  );
  console.log(`${listings} listings built to ${path.relative('.', folder) || '.'}`);
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
