/** The main module of `npm run build` (`scripts/build.ts`). */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseScriptArgs } from '#cli/terminal/parse-script-args.ts';
import { runScript } from '#cli/terminal/run-script.ts';
import { type Addresses, loadConfig } from '#edge/config.ts';
import type { PublicKey } from '#listing/export/signing-key.ts';
import { requireRegistryFolder } from '#store/data-folders.ts';
import { hostingReport } from './hosting.ts';
import { importRegistryBuild } from './import-registry-build.ts';
import { type Progress, terminalProgress } from './progress.ts';
import { getServedCommit } from './served-commit.ts';
import { forgetSourcesDigest } from './site/sources.ts';
import { buildInStagingDir, getStagingDir } from './staging-dir.ts';
import { LastBuild } from './state/last-build.ts';
import type { Tree } from './tree.ts';

const USAGE = `Usage: npm run build -- [--skip-invalid] [--full] [--production]

Builds the site and the JSON of the registry as static files in BUILD_DIR (default: dist). An incremental build in a
staging directory reuses unchanged output, then replaces the previous build.

  --skip-invalid  leave out invalid records instead of failing
  --full          rebuild everything
  --production    fail if a URL of the registry is not public, such as a forgotten default

Exit status: 0 success, 1 failure, 2 invalid arguments.`;

await runScript(async () => {
  const { values } = parseScriptArgs(USAGE, {
    options: {
      'skip-invalid': { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      production: { type: 'boolean', default: false },
    },
  });
  const folder = path.resolve(process.env.BUILD_DIR || 'dist');
  const config = loadConfig(process.env);
  const { addresses, registryDir, observationsDir } = config;
  const commit = getServedCommit(config.commit);
  requireRegistryFolder(registryDir);
  if (values.production) await requirePublicUrls(addresses);
  const directories = { registry: registryDir, observations: observationsDir };
  const publicKeys = await readConfiguredKeys();
  if (process.env.REGISTRY_SIGNING_KEY)
    console.error('The build ignores REGISTRY_SIGNING_KEY. To sign the export, run: npm run sign');
  if (values.full) {
    forgetSourcesDigest();
    await rm(getStagingDir(folder), { recursive: true, force: true });
  }
  const skipInvalid = values['skip-invalid'];
  const build = { directories, addresses, skipInvalid, commit, publicKeys };
  const last = new LastBuild(build, folder, getStagingDir(folder));
  const run = async (tree: Tree, progress: Progress) => {
    // Most modules are only needed if something has changed.
    const { buildRegistry } = await importRegistryBuild();
    const found = { ...build, commit: await commit };
    return buildRegistry(found, tree, { progress, isLastGoodAsRecorded: last.isOutputAsWritten, stamps: last.stamps });
  };
  const { listings, extents } = await buildInStagingDir(folder, run, { last, progress: terminalProgress() });
  console.log(`${listings} listings built to ${path.relative('.', folder) || '.'}: ${hostingReport(extents)}`);
});

/** @throws RangeError with a message for the operator */
async function readConfiguredKeys(): Promise<readonly PublicKey[]> {
  if (!process.env.REGISTRY_PUBLIC_KEYS) return [];
  const { publicKeysFrom } = await import('./parts/export-keys.ts');
  return publicKeysFrom(process.env);
}

/** @throws RangeError if a URL that the files will contain is not public, or if the site is not at the root of its host */
async function requirePublicUrls({ registry, site, validator, mcp }: Addresses): Promise<void> {
  const { findPublicUrlError, findSitePathError } = await import('#listing/public-url.ts');
  const urls = { REGISTRY_URL: registry, SITE_URL: site, VALIDATOR_URL: validator, MCP_URL: mcp };
  for (const [name, url] of Object.entries(urls)) {
    const error = findPublicUrlError(url);
    if (error !== undefined)
      throw new RangeError(`${name} is ${url}, and --production requires a public URL. ${error}`);
  }
  const pathError = findSitePathError(site);
  if (pathError !== undefined) throw new RangeError(`SITE_URL is ${site}. ${pathError}`);
}

// Exits immediately, because freeing all memory would take a while.
process.exit();
