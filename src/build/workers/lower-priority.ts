import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Has this process, or on Linux this thread alone, give way to others: a server that builds goes on answering. Elsewhere a
 * thread cannot be told from its process, so it goes on as it is.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
