import { parseHttpDate } from '#listing/time/http-date.ts';

/**
 * Parses the header Retry-After, which has seconds or a date (RFC 9110, section 10.2.3): registries send seconds, but a
 * proxy in front of one may send a date.
 *
 * @returns seconds, or undefined for a missing or invalid header
 */
export function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const time = parseHttpDate(value);
  return time === undefined ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
