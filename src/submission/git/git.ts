import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_SITE_NAME } from '#listing/site-name.ts';

/** Runs git on one repository. */
export interface Git {
  readonly dir: string;
  /** The author of its commits: the name of the registry. */
  readonly author: string;
  /**
   * Runs one command to its end, without a shell.
   * @returns what it wrote to its output
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
  { input, index, workTree, authorization, onStart }: RunOptions = {},
  author = DEFAULT_SITE_NAME,
): Promise<Buffer> {
  const settings = Object.entries({ ...SETTINGS, 'user.name': author }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const tree = workTree === undefined ? [] : [`--work-tree=${workTree}`];
  const child = spawn('git', [...settings, ...tree, ...args], {
    ...(workTree !== undefined && { cwd: workTree }),
    env: environment(index, authorization),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const [output, complaints] = [gathered(child.stdout), gathered(child.stderr)];
  const [code, fault] = await Promise.all([ended, feed(child, input, onStart)]);
  if (code !== 0) {
    const said = (await complaints).toString().trim();
    throw new Error(`git ${args.find(arg => !arg.startsWith('-'))} ended with ${code}: ${said}`, { cause: fault });
  }
  if (fault) throw new Error(`git ${args.join(' ')} did not take its input.`, { cause: fault });
  return output;
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
