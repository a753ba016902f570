/** A day: longer waits are not honoured, because the listing is due for a check by then. */
const LONGEST_WAIT = 86_400;

/**
 * Seconds to wait by a Retry-After header (RFC 9110, section 10.2.3): a number of seconds or a date, at most a day.
 *
 * @param now milliseconds since 1970
 * @returns undefined when there is no such header, or it is neither
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT);
  if (!HTTP_DATE.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_WAIT);
}

/** IMF-fixdate, the one form that servers may send; Date.parse alone takes almost anything. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
