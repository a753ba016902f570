import type { ProblemError } from '#contract/problem.ts';
import { Problem } from './problem.ts';

/** The maximum length of a request URL. */
export const MAX_URL_LENGTH = 8_192;

/**
 * Rejects URLs that are too long, or that different parsers would decode differently.
 * @throws Problem `address-too-long` or `malformed-address`
 */
export function checkUrlSyntax(url: string): void {
  if (url.length > MAX_URL_LENGTH) {
    throw new Problem('address-too-long', `The URL has ${url.length} characters; the maximum is ${MAX_URL_LENGTH}.`);
  }
  if (!isWellFormed(url)) throw new Problem('malformed-address', MALFORMED, { errors: malformedParameters(url) });
}

const MALFORMED = 'The URL has a percent-escape that is incomplete, is not UTF-8, or encodes a null byte.';

/** Returns the malformed query parameters; none if the error is in the path. */
function malformedParameters(url: string): readonly ProblemError[] {
  const { search } = new URL(url);
  return search
    .slice(1)
    .split('&')
    .filter(pair => !isWellFormed(pair))
    .map(pair => ({ parameter: pair.split('=', 1)[0] ?? '', detail: MALFORMED }));
}

/** Anything but `%20` to `%7F`, which are well-formed. */
const UNUSUAL_ESCAPE = /%(?![2-7][\da-f])/i;

function isWellFormed(text: string): boolean {
  if (!UNUSUAL_ESCAPE.test(text)) return !text.includes('\0');
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}
