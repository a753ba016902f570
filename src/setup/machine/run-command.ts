import { execFile } from 'node:child_process';

/** Runs a program and returns its output. Never throws: a program that cannot start counts as failed. */
export type RunCommand = (
  command: string,
  args: readonly string[],
) => Promise<{ readonly ok: boolean; readonly output: string }>;

/** The time limit of a command in milliseconds. */
const TIMEOUT = 120_000;

export const runCommand: RunCommand = (command, args) =>
  new Promise(resolve => {
    execFile(command, args, { timeout: TIMEOUT, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ ok: error === null, output: `${stdout}${stderr}` || (error?.message ?? '') }),
    );
  });
