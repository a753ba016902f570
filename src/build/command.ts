/** What `npm run build` does (`scripts/build.ts`). */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from '#cli/terminal/run-script.ts';
import { loadConfig } from '#edge/config.ts';
import { hostingReport } from './hosting.ts';
import { publicKeysFrom } from './parts/export-keys.ts';
import { terminalProgress } from './progress.ts';
import { buildRegistry } from './registry.ts';
import { getServedCommit } from './served-commit.ts';
import { buildInStagingDir, getStagingDir } from './tree.ts';

await runScript(async () => {
  const { values } = parseArgs({
    options: { 'skip-invalid': { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  });
  const folder = path.resolve(process.env.BUILD_DIR ?? 'dist');
  const { addresses, registryDir, observationsDir, commit } = loadConfig(process.env);
  const directories = { registry: registryDir, observations: observationsDir };
  const publicKeys = await publicKeysFrom(process.env);
  if (process.env.REGISTRY_SIGNING_KEY)
    console.error('The build ignores REGISTRY_SIGNING_KEY. To sign the export, run: npm run sign');
  if (values.full) await rm(getStagingDir(folder), { recursive: true, force: true });
  const skipInvalid = values['skip-invalid'];
  const build = { directories, addresses, skipInvalid, commit: await getServedCommit(commit), publicKeys };
  const { listings, extents } = await buildInStagingDir(folder, tree =>
    buildRegistry(build, tree, { progress: terminalProgress() }),
  );
  console.log(`${listings} listings built to ${path.relative('.', folder) || '.'}: ${hostingReport(extents)}`);
});
// Exits without waiting for the garbage of the build to be freed, which would take seconds.
process.exit();
