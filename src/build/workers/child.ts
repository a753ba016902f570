import { fork } from 'node:child_process';
import path from 'node:path';
import { findSystemError } from './find-system-error.ts';

export interface ChildOptions {
  /** Receives the messages of the script. */
  readonly onMessage?: (message: unknown) => void;
  /** The script receives the result; until then, the script can load its modules. */
  readonly ready?: Promise<boolean>;
  /** The flags of Node for the script. */
  readonly flags?: readonly string[];
  /** Kills the script. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a script of the build in its own process, which ends with this one in any case.
 * @param script its path, absolute or below this folder
 * @throws Error with the script's output if it fails, or the system's error that ended it; the reason of the signal if it
 *   aborts
 */
export async function runChild(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { onMessage = () => undefined, ready, flags = [], signal }: ChildOptions = {},
): Promise<void> {
  const child = fork(path.resolve(import.meta.dirname, script), args, {
    env,
    execArgv: [...flags],
    silent: true,
    // Not SIGTERM: a script may handle that, and its event loop may be busy for seconds.
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    // An abort also emits an error event, before the process has ended and stopped writing.
    child.on('error', error => !signal?.aborted && reject(error));
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk));
  child.on('message', onMessage);
  ready?.then(
    // If the child has exited meanwhile, its exit event reports that.
    result => child.send(result, () => undefined),
    () => undefined,
  );
  const code = await ended;
  signal?.throwIfAborted();
  if (code !== 0) {
    const message = `Cannot build the site: ${path.basename(script)} exited with ${code}.\n${output}`;
    throw findSystemError(output) ?? new Error(message);
  }
  if (output !== '') process.stderr.write(output);
}

/** Ends this script when its parent process has ended, so that it does not write to the folders of the next build. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
