import { type Blocklist, createBlockProblem } from '#listing/blocklist.ts';
import type { Rejection } from './rejection.ts';

/** Returns the rejection of a URL whose origin is blocked. The URL must satisfy the other rules. */
export function rejectBlockedUrl({ origin, hostname, port }: URL, blocklist: Blocklist): Rejection | undefined {
  const reason = blocklist({ id: port ? `${hostname}_${port}` : hostname, host: hostname });
  if (reason === undefined) return undefined;
  const { message, hint } = createBlockProblem(origin, reason);
  return { rule: 'blocked-origin', message, hint };
}
