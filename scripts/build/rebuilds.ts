import { rm } from 'node:fs/promises';
import path from 'node:path';

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
  /** Builds into a folder. */
  readonly build: (folder: string) => Promise<void>;
  /** Told of each folder that is whole. */
  readonly onBuilt: (folder: string) => Promise<void>;
  /** Told when a later build fails; the last good one goes on being served. */
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps a built folder up to date: each build goes into a folder of its own, beside the last good one, which is served
 * until the new one is whole, and kept one build longer for who is still reading from it.
 */
export function rebuilds({ parent, build, onBuilt, onError }: RebuildsOptions): Rebuilds {
  const whole: string[] = [];
  let number = 0;
  let wanted = false;
  let started = false;
  let closed = false;
  let running: Promise<void> | undefined;

  async function once(): Promise<void> {
    const folder = path.join(parent, String(++number));
    await build(folder);
    await onBuilt(folder);
    const outdated = whole.splice(0, whole.length - 1);
    whole.push(folder);
    for (const old of outdated) await rm(old, { recursive: true, force: true });
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
      await rm(parent, { recursive: true, force: true });
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
