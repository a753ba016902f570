import { createGit, GIT_TIMEOUT_MS, type Git, GitTimeoutError } from './git.ts';

/** How often a git command is started that hangs. */
export const GIT_ATTEMPTS = 2;

export interface RetryingGitOptions {
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly author?: string | undefined;
  /** The most milliseconds for one run, however long the command may usually take. */
  readonly maxGitMs: number;
  /** Kills the git that is running when it is aborted, and starts no other. */
  readonly signal: AbortSignal | undefined;
  /** Cleans up after a git that was killed. */
  readonly onTimeout: () => Promise<void>;
}

/**
 * Creates a `Git` that starts a command again after it hung and was killed. Only for commands that may run twice. A
 * command whose input is a stream runs once: the stream is used up.
 */
export function createRetryingGit(dir: string, { author, maxGitMs, signal, onTimeout }: RetryingGitOptions): Git {
  const git = createGit(dir, author);
  return {
    ...git,
    run(args, options = {}) {
      const timeoutMs = Math.min(maxGitMs, options.timeoutMs ?? GIT_TIMEOUT_MS);
      const isReplayable = options.input === undefined || typeof options.input === 'string';
      const start = () => git.run(args, { signal, ...options, timeoutMs });
      return retryTimeouts(start, isReplayable ? GIT_ATTEMPTS : 1, onTimeout);
    },
  };
}

/** Starts git again when it hung, after `cleanUp`. */
export async function retryTimeouts<T>(
  start: () => Promise<T>,
  attempts = GIT_ATTEMPTS,
  cleanUp: () => Promise<void> = async () => undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof GitTimeoutError)) throw error;
      await cleanUp();
      if (attempt >= attempts) throw error;
    }
  }
}
