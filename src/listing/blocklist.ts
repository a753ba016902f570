import { type Finding, finding } from '#manifest/finding.ts';
import type { Origin } from './origin.ts';

/** Returns the reason why an origin is blocked, or undefined if it is not. */
export type Blocklist = (origin: Pick<Origin, 'id' | 'host'>) => string | undefined;

/** Creates the problem of a blocked origin, which is the same for every way to request a check of it. */
export function createBlockProblem(url: string, reason: string): Finding {
  return finding(
    '',
    'refused',
    `This registry does not list ${url}: ${reason}`,
    'You cannot fix this yourself. If you think that it is an error, contact the registry.',
  );
}
