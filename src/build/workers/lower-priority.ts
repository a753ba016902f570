import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Lowers the priority of this process, or on Linux of this thread alone, so that a server stays responsive during a
 * build. Does nothing in threads on other systems, which cannot prioritize a thread separately.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
