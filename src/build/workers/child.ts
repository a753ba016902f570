import { fork } from 'node:child_process';
import path from 'node:path';

export interface ChildOptions {
  /** Told of what the script sends. */
  readonly onMessage?: (message: unknown) => void;
  /** When it settles, the script is told by a message; until then it can load what it needs. */
  readonly ready?: Promise<unknown>;
  /** Kills the script. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a script of the build in a process of its own, which ends with this one, however that ends.
 *
 * @param script its path below this folder
 * @throws Error with all that the script said when it fails; the reason of the signal when that killed it
 */
export async function runChild(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { onMessage = () => undefined, ready, signal }: ChildOptions = {},
): Promise<void> {
  const child = fork(path.join(import.meta.dirname, script), args, {
    env,
    execArgv: ['--max-semi-space-size=32'],
    silent: true,
    // Not SIGTERM: a script may handle that, and its event loop may be busy for seconds.
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    // An abort is an error of the child, too, which comes before the process has ended and writes nothing any more.
    child.on('error', error => !signal?.aborted && reject(error));
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk));
  child.on('message', onMessage);
  ready?.then(
    // Should it have ended meanwhile, that is told by its end.
    () => child.send('ready', () => undefined),
    () => undefined,
  );
  const code = await ended;
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`The site could not be built (${script} ended with ${code}).\n${output}`);
  if (output !== '') process.stderr.write(output);
}

/** Ends this script when the process that started it is gone, so that it does not write where the next build does. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
