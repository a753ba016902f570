import { execFile } from 'node:child_process';

export interface RunOptions {
  /** Beside PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/**
 * Runs git with nobody's configuration.
 * @returns what it printed
 * @throws Error with what it said when it fails
 */
export function run(args: readonly string[], { env, input }: RunOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer' as const,
      maxBuffer: 64 * 1024 * 1024,
      // Nobody's configuration, hooks or signing may have a say in it.
      env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...env },
    };
    const child = execFile('git', [...args], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`git ${args.join(' ')}: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });
}
