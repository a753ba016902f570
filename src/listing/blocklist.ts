import { type Finding, finding } from '#manifest/finding.ts';
import { type Origin, parseOrigin } from './origin.ts';

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

/** Returns the problem of a URL whose origin is blocked; undefined for all other URLs. */
export function findBlockProblem(address: string, blocklist: Blocklist): Finding | undefined {
  const origin = parseOrigin(address);
  const reason = origin.ok ? blocklist(origin.value) : undefined;
  return origin.ok && reason !== undefined ? createBlockProblem(origin.value.url, reason) : undefined;
}
