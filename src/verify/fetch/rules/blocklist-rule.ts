import { type Blocklist, findBlockProblem } from '#listing/blocklist.ts';
import type { Rejection } from './rejection.ts';

/** Returns the rejection of a URL whose origin is blocked. The URL must satisfy the other rules. */
export function rejectBlockedUrl({ href }: URL, blocklist: Blocklist): Rejection | undefined {
  const problem = findBlockProblem(href, blocklist);
  return problem && { rule: 'blocked-origin', message: problem.message, hint: problem.hint };
}
