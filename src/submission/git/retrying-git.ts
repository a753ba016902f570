import { createGit, GIT_TIMEOUT_MS, type Git, GitTimeoutError } from './git.ts';

/** The maximum number of times that a hanging git command is started. */
export const GIT_ATTEMPTS = 2;

export interface RetryingGitOptions {
  /** The author of the commits (default: the default of SITE_NAME). */
  readonly author?: string | undefined;
  /** The maximum time limit in milliseconds, even for commands with a longer one. */
  readonly maxGitMs: number;
  /** Kills the running git if aborted, and prevents further ones. */
  readonly signal: AbortSignal | undefined;
  /** Cleans up after git was killed. */
  readonly onTimeout: () => Promise<void>;
}

/**
 * Creates a `Git` that restarts a command that hung and was killed. Use it only for commands that may run twice. A
 * command with a stream as input is not restarted, because the stream has been consumed.
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

/** Runs `cleanUp` and starts git again after a timeout. */
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
