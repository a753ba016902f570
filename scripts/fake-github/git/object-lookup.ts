import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { GIT_ENVIRONMENT } from './run-git.ts';

/** An object of a Git repository. */
export interface GitObject {
  readonly sha: string;
  /** `blob`, `tree`, `commit`, or `tag`. */
  readonly type: string;
  readonly content: Buffer;
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
 * Reads objects of a repository with one git process, which runs from the first lookup until `close`. A process per
 * lookup would take far longer, because each start copies the memory map of the whole test process.
 */
export function openObjectLookup(directory: string): ObjectLookup {
  let child: ChildProcessWithoutNullStreams | undefined;
  const waiting: ((object: GitObject | 'missing' | undefined) => void)[] = [];

  function start(): ChildProcessWithoutNullStreams {
    const started = spawn('git', ['--git-dir', directory, 'cat-file', '--batch'], { env: GIT_ENVIRONMENT });
    // If git cannot be started or has ended, its output closes.
    for (const each of [started, started.stdin]) each.on('error', () => undefined);
    started.stderr.resume();
    let output = Buffer.alloc(0);
    started.stdout
      .on('data', (chunk: Buffer) => {
        output = Buffer.concat([output, chunk]);
        for (let read = readObject(output); read !== undefined; read = readObject(output)) {
          output = output.subarray(read.length);
          waiting.shift()?.(read.object);
        }
      })
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
      const found = new Promise<GitObject | 'missing' | undefined>(resolve => waiting.push(resolve));
      child.stdin.write(`${name}\n`);
      const object = await found;
      if (object === undefined) throw new Error(`git cat-file ended before it found ${name}.`);
      return object === 'missing' ? undefined : object;
    },
    async close() {
      if (child === undefined) return;
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
    },
  };
}

/**
 * Reads the first object in the output of git: a line with its SHA, type, and size, then the content and a line break.
 * For a missing object, there is only a line. Returns undefined if the output is incomplete.
 */
function readObject(output: Buffer): { readonly object: GitObject | 'missing'; readonly length: number } | undefined {
  const start = output.indexOf('\n') + 1;
  if (start === 0) return undefined;
  const [, sha, type, size] =
    /^([0-9a-f]{40}) (blob|tree|commit|tag) (\d+)\n$/.exec(output.toString('utf8', 0, start)) ?? [];
  if (sha === undefined || type === undefined) return { object: 'missing', length: start };
  const end = start + Number(size);
  if (output.length <= end) return undefined;
  return { object: { sha, type, content: Buffer.from(output.subarray(start, end)) }, length: end + 1 };
}
