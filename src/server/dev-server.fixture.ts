import { spawn } from 'node:child_process';
import { BARE_ENVIRONMENT } from '#store/processes/environment.fixture.ts';
import { stopProcess } from '#store/processes/stop-process.fixture.ts';

/** An entry point for a separate process. */
export interface RunningProcess {
  /** The URL in its output, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs an entry point until it prints the URL that it is ready at.
 * @throws Error with its output if it ends before that
 */
export async function runProcess(
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [script], {
    env: { ...BARE_ENVIRONMENT, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += chunk;
        const [, found] = /ready at (\S+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
    child.once('error', reject);
    child.once('close', code => reject(new Error(`${script} ended with ${code}: ${output}`)));
  });
  return {
    url,
    async close() {
      await stopProcess(child);
    },
  };
}
