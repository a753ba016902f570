/**
 * Reads an RFC 3339 date-time with offset; `T` and `Z` in either case.
 * @returns milliseconds since 1970, or undefined when the text is none; a leap second, which only the last minute of a
 *   month can have, counts as the second after it
 */
export function parseInstant(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d):(\d\d)(\.\d+)?(z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(text);
  if (!parts) return undefined;
  const [, date = '', time = '', second = '', fraction = '', offset = ''] = parts;
  const leap = second === '60';
  const value = Date.parse(`${date}T${time}:${leap ? '59' : second}${fraction.slice(0, 4)}${offset.toUpperCase()}`);
  const exists = !Number.isNaN(value) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
  if (!exists || time.startsWith('24')) return undefined;
  if (!leap) return value;
  return new Date(value + 1000).toISOString().includes('-01T00:00:00') ? value + 1000 : undefined;
}
