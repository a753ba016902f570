import { setTimeout as sleep } from 'node:timers/promises';
import { GitError, GitTimeoutError } from './git.ts';

export interface RemoteRetryOptions {
  /** The maximum number of attempts. */
  readonly attempts: number;
  /** The maximum delay between two attempts in milliseconds. */
  readonly maxDelay: number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Enough for an interruption of the network, or of GitHub, of about 10 seconds. */
export const NETWORK_RETRY: RemoteRetryOptions = { attempts: 5, maxDelay: 5000 };

/** The errors of a wrong URL or token, for which a retry does not help. */
const PERMANENT =
  /does not appear to be a git repository|repository .* not found|Authentication failed|could not read Username/;

/**
 * Repeats work on a remote repository after a failed git command: another job pushed first, or the connection was lost. The
 * response to a push can be lost, too, so the work must find out what it did before. The delays are random, so that jobs
 * that failed together do not collide again.
 *
 * @throws GitError after the last attempt; any other error at once, and a timeout, which took minutes already
 */
export async function retryRemoteWork<T>(work: () => Promise<T>, options: RemoteRetryOptions): Promise<T> {
  const { attempts, maxDelay, sleep: pause = sleep } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || attempt >= attempts) throw error;
      await pause(Math.random() * maxDelay);
    }
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof GitError && !(error instanceof GitTimeoutError) && !PERMANENT.test(error.message);
}
