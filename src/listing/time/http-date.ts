/** IMF-fixdate, the only format that servers may send. Date.parse alone accepts many others. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses the date of an HTTP header (RFC 9110, section 5.6.7).
 *
 * @returns milliseconds since 1970, or undefined for an invalid date
 */
export function parseHttpDate(text: string): number | undefined {
  const time = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
