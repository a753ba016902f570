import { parseHttpDate } from '#listing/time/http-date.ts';

/** The longest delay that an origin may request, in seconds: a week. */
export const MAX_RETRY_AFTER = 7 * 86_400;

/**
 * Parses a Retry-After header (RFC 9110, section 10.2.3), in seconds or as a date. Caps it at a week.
 *
 * @param now milliseconds since 1970
 * @returns seconds, or undefined for a missing or invalid header
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_RETRY_AFTER);
  const at = parseHttpDate(value);
  return at === undefined ? undefined : Math.min(Math.max(0, Math.ceil((at - now) / 1000)), MAX_RETRY_AFTER);
}
