import { execFile } from 'node:child_process';

export interface CommandOptions {
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The time limit in milliseconds. */
  readonly timeout?: number;
}

/** Runs a program and returns its output. Never throws: a program that cannot start counts as failed. */
export type RunCommand = (
  command: string,
  args: readonly string[],
  options?: CommandOptions,
) => Promise<{ readonly ok: boolean; readonly output: string }>;

/** The default time limit of a command in milliseconds. */
const TIMEOUT = 120_000;

/** The maximum output in bytes; a build prints more than the default of Node. */
const MAX_OUTPUT = 64 * 1024 * 1024;

export const runCommand: RunCommand = (command, args, { environment, cwd, timeout = TIMEOUT } = {}) =>
  new Promise(resolve => {
    const options = { timeout, encoding: 'utf8', cwd, env: { ...process.env, ...environment }, maxBuffer: MAX_OUTPUT };
    execFile(command, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}` || (error?.message ?? '') }),
    );
  });
