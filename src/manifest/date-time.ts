/**
 * Parses an RFC 3339 date-time with an offset. `T` and `Z` may be lowercase.
 *
 * A leap second counts as the second after it. Only the last minute of a month (UTC) can have one.
 *
 * @returns milliseconds since 1970, or undefined for an invalid date-time
 */
export function parseDateTime(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d):(\d\d)(\.\d+)?(z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text);
  if (!parts) return undefined;
  const [, date = '', time = '', second = '', fraction = '', offset = ''] = parts;
  const isLeapSecond = second === '60';
  const seconds = isLeapSecond ? '59' : second;
  const value = Date.parse(`${date}T${time}:${seconds}${fraction.slice(0, 4)}${offset.toUpperCase()}`);
  // Date.parse accepts February 30 and 24:00, which do not exist here.
  const day = Number(date.slice(-2));
  const exists = !Number.isNaN(value) && (day <= 28 || new Date(`${date}T00:00:00Z`).getUTCDate() === day);
  if (!exists || time.startsWith('24')) return undefined;
  if (!isLeapSecond) return value;
  return new Date(value + 1000).toISOString().includes('-01T00:00:00') ? value + 1000 : undefined;
}
