import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Configuration } from '#edge/configuration.ts';

/** What the site is built from and to. */
export interface SiteBuild extends Pick<Configuration, 'addresses' | 'registryDir' | 'observationsDir'> {
  /** Where the built files go. */
  readonly folder: string;
  readonly skipInvalid: boolean;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const ASTRO = path.join(ROOT, 'node_modules/astro/bin/astro.mjs');

/**
 * Builds the site with Astro, in a process of its own, so that what it holds in memory goes with it.
 * @throws Error with Astro's output when the build fails
 */
export async function buildSite({
  addresses,
  registryDir,
  observationsDir,
  folder,
  skipInvalid,
}: SiteBuild): Promise<void> {
  const environment = {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    REGISTRY_DIR: path.resolve(registryDir),
    OBSERVATIONS_DIR: observationsDir ? path.resolve(observationsDir) : '',
    REGISTRY_URL: addresses.registry,
    SITE_URL: addresses.site,
    VALIDATOR_URL: addresses.validator,
    MCP_URL: addresses.mcp,
    BUILD_DIR: path.resolve(folder),
    // Inside the project, because Astro's code for rendering the pages looks for packages upwards from there.
    BUILD_CACHE_DIR: path.join(ROOT, '.cache'),
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
