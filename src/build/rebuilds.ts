import path from 'node:path';
import { isComplete, type TreeFolders } from './tree.ts';

/** Rebuilds after changes, one at a time. */
export interface Rebuilds {
  /**
   * Runs the first build, and then the requested ones.
   * @throws the error of the build
   */
  start(): Promise<void>;
  /** Requests a build. Changes during a build share the next one. */
  request(): void;
  /** Whether the last build failed, so that the served one may be outdated. */
  hasFailed(): boolean;
  /** Aborts the current build, waits until it has stopped, and starts no other. */
  close(): Promise<void>;
}

export interface RebuildsOptions {
  /** The parent folder of the builds. */
  readonly parent: string;
  /** Builds into the tree of some folders (`openTree`). Rejects soon after the signal aborts. */
  readonly build: (folders: TreeFolders, signal: AbortSignal) => Promise<unknown>;
  /** Called with each complete folder. */
  readonly onBuilt: (folder: string) => Promise<void>;
  /** Called if a later build fails; the last good one is served until the next succeeds. */
  readonly onError: (error: unknown) => void;
  /** The time until a failed build is repeated without a request, in milliseconds (default: 10 minutes). */
  readonly retryMs?: number;
}

/** The time until failed work of a server is repeated, in milliseconds. */
export const RETRY_MS = 600_000;

/** The names of the two alternating folders. */
const FOLDERS = ['a', 'b'];

/**
 * Keeps a built folder up to date. Two folders alternate: one is served while the other is built, which reuses
 * unchanged files. The output of a previous run is reused, too.
 *
 * A failed build is repeated after some time, because a cause such as a full disk passes, and the next change may be a day
 * away.
 */
export function createRebuilds(options: RebuildsOptions): Rebuilds {
  const { parent, build, onBuilt, onError, retryMs = RETRY_MS } = options;
  const folders = FOLDERS.map(name => path.join(parent, name));
  const stop = new AbortController();
  const { signal } = stop;
  let turn = 0;
  let isRequested = false;
  let isStarted = false;
  let hasFailed = false;
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function runBuild(): Promise<void> {
    signal.throwIfAborted();
    const [folder = '', other = ''] = turn === 0 ? folders : folders.toReversed();
    await build({ folder, lastGood: other, cacheDir: parent }, signal);
    await onBuilt(folder);
    turn = 1 - turn;
    hasFailed = false;
  }

  function handleFailure(error: unknown): void {
    if (signal.aborted) return;
    hasFailed = true;
    retry = setTimeout(request, retryMs).unref();
    onError(error);
  }

  function request(): void {
    isRequested = true;
    if (isStarted) running ??= runRequested();
  }

  async function runRequested(): Promise<void> {
    while (isRequested && !signal.aborted) {
      isRequested = false;
      clearTimeout(retry);
      await runBuild().catch(handleFailure);
    }
    running = undefined;
  }

  return {
    async start() {
      // If only one folder is complete, build into the other, which has nothing to lose.
      turn = folders.findIndex(folder => !isComplete(folder, parent)) === 1 ? 1 : 0;
      const first = runBuild();
      running = first.catch(() => undefined);
      await first;
      isStarted = true;
      running = isRequested ? runRequested() : undefined;
    },
    request,
    hasFailed: () => hasFailed,
    async close() {
      stop.abort();
      clearTimeout(retry);
      await running;
    },
  };
}
