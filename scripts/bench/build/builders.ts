import path from 'node:path';
import { writeReference } from '#build/parts/reference.ts';
import { addressesFrom } from '#edge/config.ts';
import { measureProcess, type ProcessCost } from './process-cost.ts';

/** The input and output folders of a build. */
export interface BuildOptions {
  /** Contains `listings/`. */
  readonly registry: string;
  /** The URL that the build will be served at. */
  readonly address: string;
  readonly output: string;
  /** The folder for temporary files and caches. */
  readonly work: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Runs `npm run build`. */
export function runRegistryBuild(options: BuildOptions): Promise<ProcessCost> {
  const { env, cwd } = createProcessOptions(options);
  return measureProcess(process.execPath, [path.join(ROOT, 'scripts/build.ts')], {
    cwd,
    env: { ...env, NODE_COMPILE_CACHE: path.join(ROOT, '.cache/modules') },
  });
}

/** Runs `npm run pack` for the output of a build. */
export function runPack(options: BuildOptions): Promise<ProcessCost> {
  const { env, cwd } = createProcessOptions(options);
  const target = path.join(options.work, 'packed');
  return measureProcess(process.execPath, [path.join(ROOT, 'scripts/pack.ts')], {
    cwd,
    env: { ...env, PACKED_DIR: target },
  });
}

/** Runs `astro build` for the same pages and nothing else, without the optimizations of `npm run build`. */
export async function runAstroBuild(options: BuildOptions): Promise<ProcessCost> {
  const referenceFile = path.join(options.work, 'reference.json');
  const astro = path.join(ROOT, 'node_modules/astro/bin/astro.mjs');
  const { env, ...rest } = createProcessOptions(options);
  const addresses = addressesFrom(env, options.address);
  await writeReference(referenceFile, addresses);
  const settings = { VALIDATOR_URL: addresses.validator, MCP_URL: addresses.mcp, REFERENCE_FILE: referenceFile };
  return measureProcess(process.execPath, [astro, 'build', '--silent'], { ...rest, env: { ...env, ...settings } });
}

function createProcessOptions({ registry, address, output, work }: BuildOptions) {
  return {
    cwd: ROOT,
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
