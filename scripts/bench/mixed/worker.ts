import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { workerConfiguration } from '#edge/worker-config.fixture.ts';
import { builtWorker } from '../../smoke/built-worker.ts';
import type { Started } from '../server.ts';

const VARIABLES = { REQUEST_LOG: 'off', VALIDATE_LIMIT: '1000000', SUBMIT_LIMIT: '1000000' };
const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Builds a registry and serves it in workerd, with the Worker's assets as the platform handles them. It has no forge, so it
 * takes no submissions in.
 *
 * @param folder where the build goes
 */
export async function startWorker(registryDir: string, folder: string): Promise<Started> {
  const dist = path.join(folder, 'dist');
  const env = { ...process.env, REGISTRY_DIR: registryDir, BUILD_DIR: dist, REGISTRY_URL: 'https://registry.example' };
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env });
  const configuration = path.join(folder, 'wrangler.json');
  await writeFile(configuration, JSON.stringify(workerConfiguration(dist, VARIABLES)));
  const { address, close } = await builtWorker(dist, configuration);
  return { address, stop: close };
}
