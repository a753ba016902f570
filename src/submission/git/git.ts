import { once } from 'node:events';
import { devNull } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SITE_NAME } from '#listing/site-name.ts';
import type { PipedProcess } from '#store/processes/hosted-process.ts';
import { spawnProcess } from '#store/processes/spawn-process.ts';

/** Runs git on one repository. */
export interface Git {
  readonly dir: string;
  /** The author of its commits: the name of the registry. */
  readonly author: string;
  /**
   * Runs one command without a shell and waits until it exits.
   *
   * @returns the standard output
   * @throws GitTimeoutError if the command exceeded its time limit and was killed
   * @throws GitError with the standard error output if the command failed
   */
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
}

export interface RunOptions {
  /** Written to the standard input, with backpressure. */
  readonly input?: string | AsyncIterable<string | Uint8Array> | undefined;
  /** The index to use instead of the repository's own. */
  readonly index?: string | undefined;
  /** The folder to use instead of the repository's work tree, also as the working directory of the command. */
  readonly workTree?: string | undefined;
  /** Sent to a remote repository as `Authorization`. Other processes cannot see it. */
  readonly authorization?: string | undefined;
  /** Called with the process id before git receives its input. A git process survives if this process is killed. */
  readonly onStart?: ((pid: number) => Promise<void>) | undefined;
  /** The time limit in milliseconds (default: `GIT_TIMEOUT_MS`). Git is killed when it is exceeded. */
  readonly timeoutMs?: number | undefined;
  /** Kills git if aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The time limit of a git command that normally takes milliseconds. */
export const GIT_TIMEOUT_MS = 30_000;

/** The time limit of a git command that reads or writes a whole repository, or connects to a remote. */
export const LONG_GIT_TIMEOUT_MS = 300_000;

/** A git command that failed: its exit status is not 0, or it was killed. */
export class GitError extends Error {
  override readonly name: string = 'GitError';
}

/** A git command that exceeded its time limit and was killed. */
export class GitTimeoutError extends GitError {
  override readonly name = 'GitTimeoutError';
}

/** Overrides the git configuration of the user, the system, and the environment. */
const SETTINGS = {
  'core.autocrlf': 'false',
  'core.fsync': 'committed',
  'core.fsyncMethod': 'batch',
  'core.hooksPath': devNull,
  'core.logAllRefUpdates': 'false',
  'core.longpaths': 'true',
  'commit.gpgSign': 'false',
  'fastimport.unpackLimit': '1',
  'gc.autoDetach': 'false',
  'user.email': 'registry@localhost',
} as const;

/** Returns git for the repository whose `.git` folder is `dir`. */
export function createGit(dir: string, author = DEFAULT_SITE_NAME): Git {
  return { dir, author, run: (args, options = {}) => run([`--git-dir=${dir}`, ...args], options, author) };
}

/** Whether git is installed. */
export async function hasGit(): Promise<boolean> {
  return run(['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs git without a repository; see `Git.run`. */
export async function run(
  args: readonly string[],
  { input, index, workTree, authorization, onStart, timeoutMs = GIT_TIMEOUT_MS, signal }: RunOptions = {},
  author = DEFAULT_SITE_NAME,
): Promise<Buffer> {
  signal?.throwIfAborted();
  const command = `git ${args.find(arg => !arg.startsWith('-'))}`;
  const settings = Object.entries({ ...SETTINGS, 'user.name': author }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const tree = workTree === undefined ? [] : [`--work-tree=${workTree}`];
  const child = spawnProcess('git', [...settings, ...tree, ...args], {
    ...(workTree !== undefined && { cwd: workTree }),
    env: environment(index, authorization),
    // Use a separate process group, so that a kill also reaches the child processes of git.
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
  });
  const limit = timeLimit(child, command, timeoutMs, signal);
  const ended = new Promise<number | string>((resolve, reject) => {
    // A failed kill is another error.
    child.on('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const [output, errorOutput] = [readAll(child.stdout), readAll(child.stderr)];
  for (const promise of [output, errorOutput]) promise.catch(() => undefined);
  try {
    const [code, inputError] = await Promise.race([Promise.all([ended, feed(child, input, onStart)]), limit.exceeded]);
    // After a kill, the exit of git may be noticed before the time limit.
    if (limit.isExceeded()) await limit.exceeded;
    if (code !== 0) {
      const message = (await errorOutput).toString().trim();
      throw new GitError(`${command} exited with ${code}: ${message}`, { cause: inputError });
    }
    if (inputError) throw new Error(`${command} did not read its input.`, { cause: inputError });
    return await output;
  } finally {
    limit.clear();
  }
}

const HAS_PROCESS_GROUPS = process.platform !== 'win32';

/**
 * The time that the system gets to end a killed process. A process that hangs in the kernel never ends, so do not wait
 * longer.
 */
const KILL_GRACE_MS = 2_000;

interface TimeLimit {
  /** Rejects after git was killed. Otherwise stays pending. */
  readonly exceeded: Promise<never>;
  isExceeded(): boolean;
  clear(): void;
}

function timeLimit(child: PipedProcess, command: string, timeoutMs: number, signal?: AbortSignal): TimeLimit {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let isExceeded = false;
  const stop = async (error: unknown) => {
    isExceeded = true;
    clear();
    killGroup(child);
    await Promise.race([once(child, 'close').catch(() => undefined), sleep(KILL_GRACE_MS, undefined, { ref: false })]);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    reject(error);
  };
  const timer = setTimeout(() => {
    void stop(new GitTimeoutError(`${command} did not end within ${timeoutMs / 1000} seconds and was killed.`));
  }, timeoutMs);
  const onAbort = () => void stop(signal?.reason);
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  signal?.addEventListener('abort', onAbort);
  return { exceeded: promise, isExceeded: () => isExceeded, clear };
}

function killGroup(child: PipedProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(HAS_PROCESS_GROUPS ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Returns the error instead of throwing it: a failing command stops reading, and its error output is more helpful than
 * the broken pipe.
 */
async function feed(child: PipedProcess, input: RunOptions['input'], onStart: RunOptions['onStart']): Promise<unknown> {
  child.stdin.on('error', () => undefined);
  try {
    if (onStart) await onStart(await pidOf(child));
    if (input === undefined) child.stdin.end();
    else await pipeline(Readable.from(input), child.stdin);
    return undefined;
  } catch (error) {
    // Otherwise git would wait for more input.
    child.stdin.destroy();
    return error;
  }
}

/** Returns the id of a process. Stays pending if the process cannot start. */
async function pidOf(child: PipedProcess): Promise<number> {
  if (child.pid === undefined) await new Promise(resolve => child.once('spawn', resolve));
  return child.pid ?? 0;
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function environment(index: string | undefined, authorization: string | undefined): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
    ...(index !== undefined && { GIT_INDEX_FILE: index }),
    ...(authorization !== undefined && {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraHeader',
      GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
    }),
  };
}
