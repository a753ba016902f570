import type { RegistryBuild } from './registry-build.ts';
import type { TreeFolders } from './tree.ts';
import { runThread } from './workers/thread.ts';

/** The input of `registry-worker.ts`. */
export interface RegistryWork {
  readonly build: RegistryBuild;
  readonly folders: TreeFolders;
}

/** The maximum time for an aborted build to end its own processes and threads, in milliseconds. */
const GRACE = 2000;

/**
 * Builds a registry in its own thread. Even a build with few changes visits every listing, which would block the thread
 * of a server.
 * @param signal aborts the build, which then rejects within about `GRACE`
 * @throws Error if the build fails
 */
export async function buildInThread(build: RegistryBuild, folders: TreeFolders, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, resolve: abort } = Promise.withResolvers<'abort'>();
  const kill = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    abort('abort');
    timer = setTimeout(() => kill.abort(), GRACE);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const work: RegistryWork = { build, folders };
  try {
    await runThread('registry-worker.ts', work, { onMessage: () => undefined, message: aborted, signal: kill.signal });
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
  }
}
