import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { workerConfiguration } from '#edge/worker-config.fixture.ts';
import { serveBuiltWorker } from '../../smoke/built-worker.ts';
import type { StartedServer } from '../http/server.ts';

const VARIABLES = { REQUEST_LOG: 'off', VALIDATE_LIMIT: '1000000', SUBMIT_LIMIT: '1000000' };
const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Builds a registry and serves it in workerd, with the asset handling of the platform. Without a GitHub repository, it
 * rejects submissions.
 *
 * @param folder the output folder of the build
 */
export async function startWorker(registryDir: string, folder: string): Promise<StartedServer> {
  const dist = path.join(folder, 'dist');
  const env = { ...process.env, REGISTRY_DIR: registryDir, BUILD_DIR: dist, REGISTRY_URL: 'https://registry.example' };
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env });
  const configFile = path.join(folder, 'wrangler.json');
  await writeFile(configFile, JSON.stringify(workerConfiguration(dist, VARIABLES)));
  const { address, close } = await serveBuiltWorker(dist, configFile);
  return { address, stop: close };
}
