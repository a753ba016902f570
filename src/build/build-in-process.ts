import path from 'node:path';
import { spawnProcess } from '#store/processes/spawn-process.ts';
import type { RegistryBuild } from './registry-build.ts';
import type { TreeFolders } from './tree.ts';
import { findSystemError } from './workers/find-system-error.ts';

/** The input of `registry-process.ts`. */
export interface RegistryWork {
  readonly build: RegistryBuild;
  readonly folders: TreeFolders;
}

const SCRIPT = path.join(import.meta.dirname, 'workers/registry-process.ts');

/** The rows of all listings live until the end, so frequent collections of the young generation would be wasted. */
const FLAGS = ['--max-semi-space-size=32'];

/** The maximum time for an aborted build to end its own processes and threads, in milliseconds. */
const GRACE = 2000;

/**
 * Builds a registry in its own process. Even a build with few changes visits every listing, and a thread of the server that
 * does so stalls the others whenever it allocates memory or starts a process.
 * @param signal aborts the build, which then rejects within about `GRACE`
 * @throws Error with the output of the process, or the error of the operating system, if the build fails; the reason of the signal if it aborts
 */
export async function buildInProcess(build: RegistryBuild, folders: TreeFolders, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const work: RegistryWork = { build, folders };
  const child = spawnProcess(process.execPath, [...FLAGS, SCRIPT], { env: { ...process.env } });
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve(code ?? killedBy));
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', text => (output += text));
  }
  child.stdin.on('error', () => undefined);
  // The end of the input aborts the build, also when this process ends.
  child.stdin.write(`${JSON.stringify(work)}\n`);
  let timer: NodeJS.Timeout | undefined;
  const abort = () => {
    child.stdin.end();
    timer = setTimeout(() => child.kill('SIGKILL'), GRACE);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    const code = await ended;
    signal.throwIfAborted();
    if (code !== 0)
      throw findSystemError(output) ?? new Error(`The build of the registry ended with ${code}.\n${output}`);
    if (output !== '') process.stderr.write(output);
  } finally {
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
  }
}
