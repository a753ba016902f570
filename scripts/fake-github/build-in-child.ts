import { spawn } from 'node:child_process';
import path from 'node:path';
import type { RegistryBuild } from '#build/registry-build.ts';
import type { Tree } from '#build/tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs `npm run build` in a separate process, as the workflow Deploy does.
 * @param signal stops the process
 * @throws Error with the output of the build if it fails
 */
export async function buildInChild(
  { addresses, directories }: RegistryBuild,
  { folder }: Tree,
  signal?: AbortSignal,
): Promise<void> {
  const env = {
    ...process.env,
    REGISTRY_DIR: directories.registry,
    OBSERVATIONS_DIR: directories.observations,
    BUILD_DIR: folder,
    REGISTRY_URL: addresses.registry,
    SITE_URL: addresses.site,
    VALIDATOR_URL: addresses.validator,
    MCP_URL: addresses.mcp,
    SITE_NAME: addresses.siteName,
  };
  const child = spawn(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  ).finally(() => signal?.removeEventListener('abort', stop));
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`The build exited with ${code}.\n${output}`);
}
