import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Starts git in a directory, without a shell. What a calling git left in the environment does not reach it, paths mean
 * what they say, and missing objects of a partial clone are not fetched.
 */
export function git(directory: string, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  return gitWithin(undefined, directory, ...args);
}

/** As `git`, but kills it if it has not ended after some milliseconds. */
export function gitWithin(
  timeout: number | undefined,
  directory: string,
  ...args: readonly string[]
): ChildProcessWithoutNullStreams {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !INHERITED.test(name)));
  const child = spawn('git', ['--literal-pathspecs', '-C', directory, ...args], {
    ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
    env: { ...environment, LC_ALL: 'C', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
  });
  child.stdin.on('error', () => child.kill());
  return child;
}

const INHERITED =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|PREFIX|.*_PATHSPECS)$/;

const SHORT_TIMEOUT_MS = 30_000;

/** What a short command returns. `code` is null if git is not installed. */
export interface GitOutput {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** @throws Error if git hung and was killed: what it would have said is unknown then, and must not pass for "no" */
export async function runGitCommand(directory: string, ...args: readonly string[]): Promise<GitOutput> {
  const child = gitWithin(SHORT_TIMEOUT_MS, directory, ...args);
  child.stdin.end();
  const exit = ended(child).catch(() => null);
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  if (child.killed) throw new Error(`git ${args[0]} did not end within ${SHORT_TIMEOUT_MS / 1000} seconds.`);
  return { code, output: output.trim(), complaint: complaint.trim() };
}

/** Settles when a process has ended: its exit status, null when it was killed. Fails when it could not be started. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}
