import path from 'node:path';
import { isComplete, openTree, type Tree } from './tree.ts';

/** Builds that follow changes, one at a time. */
export interface Rebuilds {
  /** Makes the first build, and from then on those that are requested. */
  start(): Promise<void>;
  /** Has a build follow; changes that come while one runs share the next. */
  request(): void;
  /** Waits for the build under way, and starts no other. */
  close(): Promise<void>;
}

export interface RebuildsOptions {
  /** Where the folders of the builds go. */
  readonly parent: string;
  /** Builds into a tree. */
  readonly build: (tree: Tree) => Promise<unknown>;
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
  let turn = 0;
  let wanted = false;
  let started = false;
  let closed = false;
  let running: Promise<void> | undefined;

  async function once(): Promise<void> {
    const [folder = '', other = ''] = turn === 0 ? folders : folders.toReversed();
    await build(openTree(folder, other, parent));
    await onBuilt(folder);
    turn = 1 - turn;
  }

  async function follow(): Promise<void> {
    while (wanted && !closed) {
      wanted = false;
      await once().catch(onError);
    }
    running = undefined;
  }

  return {
    async start() {
      // Where only one folder is whole, the other has nothing to lose.
      turn = folders.findIndex(folder => !isComplete(folder, parent)) === 1 ? 1 : 0;
      await once();
      started = true;
      if (wanted) running = follow();
    },
    request() {
      wanted = true;
      if (started) running ??= follow();
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
