import { text } from 'node:stream/consumers';
import type { PipedProcess } from '../processes/hosted-process.ts';
import { spawnProcess } from '../processes/spawn-process.ts';

/**
 * Starts git in a directory, without a shell. Removes the variables of a calling git from the environment, treats paths
 * literally, and does not fetch missing objects of a partial clone.
 */
export function git(directory: string, ...args: readonly string[]): PipedProcess {
  return gitWithin(undefined, directory, ...args);
}

/** Like `git`, but kills the process after `timeout` milliseconds. */
export function gitWithin(timeout: number | undefined, directory: string, ...args: readonly string[]): PipedProcess {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)));
  const child = spawnProcess('git', ['--literal-pathspecs', '-C', directory, ...args], {
    ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
    env: { ...environment, LC_ALL: 'C', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  });
  child.stdin.on('error', () => child.kill());
  return child;
}

const INHERITED =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|.*_PATHSPECS)$/;

const SHORT_TIMEOUT_MS = 30_000;

/** The result of a short command. */
export interface GitOutput {
  /** The exit code. Null if git is not installed. */
  readonly code: number | null;
  readonly output: string;
  readonly errorOutput: string;
}

/**
 * Runs a short git command.
 * @throws Error after a timeout, because callers treat other exit codes as negative results
 */
export async function runGitCommand(directory: string, ...args: readonly string[]): Promise<GitOutput> {
  const child = gitWithin(SHORT_TIMEOUT_MS, directory, ...args);
  child.stdin.end();
  const exit = waitForExit(child).catch(() => null);
  const [output, errorOutput, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (child.killed) throw new Error(`git ${args[0]} timed out after ${SHORT_TIMEOUT_MS / 1000} seconds.`);
  return { code, output: output.trim(), errorOutput: errorOutput.trim() };
}

/** Resolves with the exit code of a process, or null if it was killed. Rejects if it cannot start. */
export function waitForExit(child: PipedProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

/** Returns the reason why git does not have the complete history of a directory. Undefined if it does. */
export async function findHistoryGap(directory: string): Promise<string | undefined> {
  const shallow = await runGitCommand(directory, 'rev-parse', '--is-shallow-repository');
  if (shallow.code === null) return 'git cannot be run';
  if (shallow.code !== 0) return `${directory} is not in a git repository: ${shallow.errorOutput}`;
  if (shallow.output !== 'false') return 'the repository is a shallow clone; run git fetch --unshallow';
  const partial = await runGitCommand(directory, 'config', '--get-regexp', PARTIAL);
  return partial.code === 0 ? 'the repository is a partial clone; clone it again without --filter' : undefined;
}

const PARTIAL = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';
