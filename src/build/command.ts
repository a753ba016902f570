/** The main module of `npm run build` (`scripts/build.ts`). */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '#edge/config.ts';
import { hostingReport } from './hosting.ts';
import { publicKeysFrom } from './parts/export-keys.ts';
import { terminalProgress } from './progress.ts';
import { buildRegistry } from './registry.ts';
import { getServedCommit } from './served-commit.ts';
import { buildInStagingDir, getStagingDir } from './tree.ts';

const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
try {
  const { addresses, registryDir, observationsDir, commit } = loadConfig(process.env);
  const directories = { registry: registryDir, observations: observationsDir };
  const skipInvalid = process.argv.includes('--skip-invalid');
  const publicKeys = await publicKeysFrom(process.env);
  if (process.env.REGISTRY_SIGNING_KEY)
    console.error('REGISTRY_SIGNING_KEY is set, and a build does not use it. Sign the export with: npm run sign');
  if (process.argv.includes('--full')) await rm(getStagingDir(folder), { recursive: true, force: true });
  const build = { directories, addresses, skipInvalid, commit: await getServedCommit(commit), publicKeys };
  const { listings, extents } = await buildInStagingDir(folder, tree =>
    buildRegistry(build, tree, { progress: terminalProgress() }),
  );
  console.log(`${listings} listings built to ${path.relative('.', folder) || '.'}: ${hostingReport(extents)}`);
} catch (error) {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
}
// Exits immediately, because freeing all memory would take a while.
process.exit();
