import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { GIT_ENVIRONMENT } from './run-git.ts';

/** An object of a Git repository. */
export interface GitObject {
  readonly sha: string;
  /** `blob`, `tree`, `commit`, or `tag`. */
  readonly type: string;
}

export interface ObjectLookup {
  /**
   * Finds an object by its SHA, a full name of a ref, or an expression such as `refs/heads/main^{tree}` or
   * `refs/heads/main:README.md`. Returns undefined if it does not exist.
   */
  find(name: string): Promise<GitObject | undefined>;
  close(): Promise<void>;
}

/**
 * Looks up objects of a repository with one git process, which runs from the first lookup until `close`. A process per
 * lookup would take far longer, because each start copies the memory map of the whole test process.
 */
export function openObjectLookup(directory: string): ObjectLookup {
  let child: ChildProcessWithoutNullStreams | undefined;
  const waiting: ((line: string | undefined) => void)[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const args = ['--git-dir', directory, 'cat-file', '--batch-check=%(objectname) %(objecttype)'];
    const started = spawn('git', args, { env: GIT_ENVIRONMENT });
    // If git cannot be started or has ended, its output closes.
    for (const each of [started, started.stdin]) each.on('error', () => undefined);
    started.stderr.resume();
    createInterface({ input: started.stdout })
      .on('line', line => waiting.shift()?.(line))
      .on('close', () => {
        if (child === started) child = undefined;
        for (const resolve of waiting.splice(0)) resolve(undefined);
      });
    return started;
  }

  return {
    async find(name) {
      // Git reads one name per line.
      if (name.includes('\n')) return undefined;
      child ??= start();
      const line = new Promise<string | undefined>(resolve => waiting.push(resolve));
      child.stdin.write(`${name}\n`);
      const output = await line;
      if (output === undefined) throw new Error(`git cat-file ended before it found ${name}.`);
      const [, sha, type] = /^([0-9a-f]{40}) (blob|tree|commit|tag)$/.exec(output) ?? [];
      return sha === undefined || type === undefined ? undefined : { sha, type };
    },
    async close() {
      if (child === undefined) return;
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}
