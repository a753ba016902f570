/**
 * `npm run build`: writes the whole registry as static files, the site and the JSON, to BUILD_DIR (./dist). It is built
 * beside the last good output, of which it takes over what has not changed, and then takes its place.
 *   --skip-invalid  leave broken records out instead of stopping at them
 *   --full          make everything anew
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { configurationFrom } from '#edge/configuration.ts';
import { exportKeys } from '#scripts/build/export-keys.ts';
import { hostingReport } from '#scripts/build/hosting.ts';
import { terminalProgress } from '#scripts/build/progress.ts';
import { buildRegistry } from '#scripts/build/registry.ts';
import { servedCommit } from '#scripts/build/served-commit.ts';
import { besideFolder, buildBeside, sizesOf } from '#scripts/build/tree.ts';

const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
try {
  const { addresses, registryDir, observationsDir, commit } = configurationFrom(process.env);
  const directories = { registry: registryDir, observations: observationsDir };
  const skipInvalid = process.argv.includes('--skip-invalid');
  const keys = await exportKeys(process.env);
  if (process.argv.includes('--full')) await rm(besideFolder(folder), { recursive: true, force: true });
  const build = { directories, addresses, skipInvalid, commit: await servedCommit(commit), keys };
  const { listings, sizes } = await buildBeside(folder, async tree => ({
    listings: await buildRegistry(build, tree, terminalProgress()),
    sizes: sizesOf(tree),
  }));
  console.log(`${listings} listings built to ${path.relative('.', folder) || '.'}: ${hostingReport(sizes)}`);
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
