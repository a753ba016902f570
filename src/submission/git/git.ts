import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SITE_NAME } from '#listing/site-name.ts';

/** Runs git on one repository. */
export interface Git {
  readonly dir: string;
  /** The author of its commits: the name of the registry. */
  readonly author: string;
  /**
   * Runs one command to its end, without a shell.
   * @returns what it wrote to its output
   * @throws GitTimeoutError when it took too long and was killed
   * @throws Error with what git wrote to its error output, when it failed
   */
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
}

export interface RunOptions {
  /** Written to the command's input, no faster than it reads. */
  readonly input?: string | AsyncIterable<string | Uint8Array> | undefined;
  /** The index to work on in place of the repository's own. */
  readonly index?: string | undefined;
  /** The folder to compare with in place of the repository's own work tree; the command runs there. */
  readonly workTree?: string | undefined;
  /** Sent to a remote repository as its `Authorization`; no other process gets to see it. */
  readonly authorization?: string | undefined;
  /** Told the process that was started, which outlives this one when this one is killed; it gets its input afterwards. */
  readonly onStart?: ((pid: number) => Promise<void>) | undefined;
  /** Milliseconds until git is killed (default: `GIT_TIMEOUT_MS`). */
  readonly timeoutMs?: number | undefined;
  /** Kills git when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The time limit of a git command that takes milliseconds unless something is wrong. */
export const GIT_TIMEOUT_MS = 30_000;

/** The time limit of a git command that reads or writes a whole repository, or talks to another one. */
export const LONG_GIT_TIMEOUT_MS = 300_000;

/** A git command that did not end in time and was killed. */
export class GitTimeoutError extends Error {
  override readonly name = 'GitTimeoutError';
}

/** Nothing that a user, a system or an environment has set for git changes what is done here. */
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

/** Git on the repository whose folder `.git` is `dir`. */
export function createGit(dir: string, author = DEFAULT_SITE_NAME): Git {
  return { dir, author, run: (args, options = {}) => run([`--git-dir=${dir}`, ...args], options, author) };
}

/** Whether there is a git on this machine. */
export async function hasGit(): Promise<boolean> {
  return run(['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs git where there may be no repository yet; see `Git.run`. */
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
  const child = spawn('git', [...settings, ...tree, ...args], {
    ...(workTree !== undefined && { cwd: workTree }),
    env: environment(index, authorization),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, so that a kill reaches what git itself has started.
    detached: HAS_PROCESS_GROUPS,
    windowsHide: true,
  });
  const limit = timeLimit(child, command, timeoutMs, signal);
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const [output, complaints] = [gathered(child.stdout), gathered(child.stderr)];
  for (const promise of [output, complaints]) promise.catch(() => undefined);
  try {
    const [code, fault] = await Promise.race([Promise.all([ended, feed(child, input, onStart)]), limit.exceeded]);
    // A killed git ends, too, and may be seen to end first.
    if (limit.isExceeded()) await limit.exceeded;
    if (code !== 0) {
      const said = (await complaints).toString().trim();
      throw new Error(`${command} ended with ${code}: ${said}`, { cause: fault });
    }
    if (fault) throw new Error(`${command} did not read its input.`, { cause: fault });
    return await output;
  } finally {
    limit.clear();
  }
}

const HAS_PROCESS_GROUPS = process.platform !== 'win32';

/** Time for the system to end a killed process. One that hangs in the kernel never ends, so nobody waits longer. */
const KILL_GRACE_MS = 2_000;

interface TimeLimit {
  /** Rejects once git was killed; otherwise stays pending. */
  readonly exceeded: Promise<never>;
  isExceeded(): boolean;
  clear(): void;
}

function timeLimit(child: ChildProcess, command: string, timeoutMs: number, signal?: AbortSignal): TimeLimit {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  let isExceeded = false;
  const stop = async (error: unknown) => {
    isExceeded = true;
    clear();
    killGroup(child);
    await Promise.race([once(child, 'close').catch(() => undefined), sleep(KILL_GRACE_MS, undefined, { ref: false })]);
    for (const stream of child.stdio) stream?.destroy();
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

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(HAS_PROCESS_GROUPS ? -child.pid : child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Returns what went wrong: a command that fails stops reading, and its own words say more than the broken pipe. */
async function feed(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  input: RunOptions['input'],
  onStart: RunOptions['onStart'],
): Promise<unknown> {
  child.stdin.on('error', () => undefined);
  try {
    if (child.pid !== undefined) await onStart?.(child.pid);
    if (input === undefined) child.stdin.end();
    else await pipeline(Readable.from(input), child.stdin);
    return undefined;
  } catch (error) {
    // Or git would wait for the rest of its input.
    child.stdin.destroy();
    return error;
  }
}

async function gathered(stream: Readable): Promise<Buffer> {
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
