import type { ProblemError } from '#contract/problem.ts';
import { Problem } from './problem.ts';

/** The longest request address that is read. */
export const MAX_URL_LENGTH = 8_192;

/**
 * Refuses addresses that have no single meaning, before anything reads them.
 * @throws Problem `address-too-long` or `malformed-address`
 */
export function checkAddress(address: string): void {
  if (address.length > MAX_URL_LENGTH) {
    throw new Problem(
      'address-too-long',
      `The address has ${address.length} characters; at most ${MAX_URL_LENGTH} are read.`,
    );
  }
  if (!isWellFormed(address)) throw new Problem('malformed-address', MALFORMED, { errors: faultyParameters(address) });
}

const MALFORMED = 'The address has a percent-escape that is incomplete, is not UTF-8, or stands for a null byte.';

/** The query parameters at fault; none where the path is. */
function faultyParameters(address: string): readonly ProblemError[] {
  const { search } = new URL(address);
  return search
    .slice(1)
    .split('&')
    .filter(pair => !isWellFormed(pair))
    .map(pair => ({ parameter: pair.split('=', 1)[0] ?? '', detail: MALFORMED }));
}

function isWellFormed(address: string): boolean {
  try {
    return !decodeURIComponent(address).includes('\0');
  } catch {
    return false;
  }
}
