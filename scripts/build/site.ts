import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildDirectories } from '#site/settings.ts';
import { writeReference } from './reference.ts';
import type { RegistryBuild } from './registry.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ASTRO = path.join(ROOT, 'node_modules/astro/bin/astro.mjs');

/**
 * Builds the pages with Astro into a folder, in a process of its own, so that what it holds in memory goes with it.
 * @throws Error with Astro's output when the build fails
 */
export async function buildSite({ addresses, directories, skipInvalid }: RegistryBuild, folder: string): Promise<void> {
  const cache = path.join(ROOT, '.cache');
  const { output: target, work } = buildDirectories({ BUILD_DIR: folder, BUILD_CACHE_DIR: cache });
  const referenceFile = path.join(work, 'reference.json');
  await writeReference(referenceFile, addresses);
  const environment = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    REGISTRY_DIR: path.resolve(directories.registry),
    OBSERVATIONS_DIR: directories.observations ? path.resolve(directories.observations) : '',
    REGISTRY_URL: addresses.registry,
    SITE_URL: addresses.site,
    VALIDATOR_URL: addresses.validator,
    MCP_URL: addresses.mcp,
    REFERENCE_FILE: referenceFile,
    BUILD_DIR: target,
    BUILD_CACHE_DIR: cache,
    SKIP_INVALID: String(skipInvalid),
  };
  const astro = spawn(process.execPath, [ASTRO, 'build', '--silent'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [astro.stdout, astro.stderr]) stream.on('data', chunk => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    astro.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`The site could not be built (astro ended with ${code}).\n${output}`);
}
