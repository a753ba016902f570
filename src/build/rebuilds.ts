import path from 'node:path';
import { isComplete, type TreeFolders } from './tree.ts';

/** Builds that follow changes, one at a time. */
export interface Rebuilds {
  /**
   * Makes the first build, and from then on those that are requested.
   * @throws what the build throws
   */
  start(): Promise<void>;
  /** Has a build follow; changes that come while one runs share the next. */
  request(): void;
  /** Aborts the build under way, waits until nothing of it runs, and starts no other. */
  close(): Promise<void>;
}

export interface RebuildsOptions {
  /** Where the folders of the builds go. */
  readonly parent: string;
  /** Builds into the tree of some folders (`openTree`). When the signal aborts, it rejects soon. */
  readonly build: (folders: TreeFolders, signal: AbortSignal) => Promise<unknown>;
  /** Told of each folder that is whole. */
  readonly onBuilt: (folder: string) => Promise<void>;
  /** Told when a later build fails; the last good one goes on being served. */
  readonly onError: (error: unknown) => void;
}

/** The folders that take turns. */
const FOLDERS = ['a', 'b'];

/**
 * Keeps a built folder up to date: two take turns, one being served while the other is built, taking over what has not
 * changed. What an earlier run left is taken over, too.
 */
export function createRebuilds({ parent, build, onBuilt, onError }: RebuildsOptions): Rebuilds {
  const folders = FOLDERS.map(name => path.join(parent, name));
  const stop = new AbortController();
  const { signal } = stop;
  let turn = 0;
  let wanted = false;
  let started = false;
  let running: Promise<void> | undefined;

  async function once(): Promise<void> {
    signal.throwIfAborted();
    const [folder = '', other = ''] = turn === 0 ? folders : folders.toReversed();
    await build({ folder, lastGood: other, ledgers: parent }, signal);
    await onBuilt(folder);
    turn = 1 - turn;
  }

  async function follow(): Promise<void> {
    while (wanted && !signal.aborted) {
      wanted = false;
      await once().catch(error => !signal.aborted && onError(error));
    }
    running = undefined;
  }

  return {
    async start() {
      // Where only one folder is whole, the other has nothing to lose.
      turn = folders.findIndex(folder => !isComplete(folder, parent)) === 1 ? 1 : 0;
      const first = once();
      running = first.catch(() => undefined);
      await first;
      started = true;
      running = wanted ? follow() : undefined;
    },
    request() {
      wanted = true;
      if (started) running ??= follow();
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}
