import { Problem } from './problem.ts';

/** The longest request address that is read. */
export const LONGEST_ADDRESS = 8_192;

/**
 * Refuses addresses that have no single meaning, before anything reads them.
 * @throws Problem `address-too-long` or `malformed-address`
 */
export function checkAddress(address: string): void {
  if (address.length > LONGEST_ADDRESS) {
    throw new Problem(
      'address-too-long',
      `The address has ${address.length} characters; at most ${LONGEST_ADDRESS} are read.`,
    );
  }
  if (!isWellFormed(address)) {
    throw new Problem(
      'malformed-address',
      'The address has a percent-escape that is incomplete, is not UTF-8, or stands for a null byte.',
    );
  }
}

function isWellFormed(address: string): boolean {
  try {
    return !decodeURIComponent(address).includes('\0');
  } catch {
    return false;
  }
}
