import { execFile } from 'node:child_process';

export interface RunOptions {
  /** In addition to `GIT_ENVIRONMENT`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** The environment of git: the configuration, hooks, and commit signing of the user must not affect the result. */
export const GIT_ENVIRONMENT = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/**
 * Runs git without the configuration of the user and the system.
 * @returns the output
 * @throws Error with the error output if git fails
 */
export function run(args: readonly string[], { env, input }: RunOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer' as const,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...GIT_ENVIRONMENT, ...env },
    };
    const child = execFile('git', [...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')}: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}
