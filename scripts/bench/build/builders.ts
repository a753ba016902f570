import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeReference } from '#build/parts/reference.ts';
import { addressesFrom } from '#edge/config.ts';

/** What is built, and to where. */
export interface Building {
  /** Holds `listings/`. */
  readonly registry: string;
  /** Where what is built will answer. */
  readonly address: string;
  readonly output: string;
  /** For what a build keeps to itself. */
  readonly work: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** `npm run build`: all of it. */
export async function buildOurs(building: Building): Promise<void> {
  await run(process.execPath, [path.join(ROOT, 'scripts/build.ts')], options(building));
}

/** `astro build` of the same pages, and nothing else: what renders them where nobody thought of the time it takes. */
export async function buildPages(building: Building): Promise<void> {
  const referenceFile = path.join(building.work, 'reference.json');
  const astro = path.join(ROOT, 'node_modules/astro/bin/astro.mjs');
  const { env, ...rest } = options(building);
  const addresses = addressesFrom(env, building.address);
  await writeReference(referenceFile, addresses);
  const settings = { VALIDATOR_URL: addresses.validator, MCP_URL: addresses.mcp, REFERENCE_FILE: referenceFile };
  await run(process.execPath, [astro, 'build', '--silent'], { ...rest, env: { ...env, ...settings } });
}

function options({ registry, address, output, work }: Building) {
  return {
    cwd: ROOT,
    maxBuffer: Number.POSITIVE_INFINITY,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      REGISTRY_DIR: registry,
      OBSERVATIONS_DIR: '',
      REGISTRY_URL: address,
      SITE_URL: address,
      BUILD_DIR: output,
      BUILD_CACHE_DIR: work,
    },
  };
}
