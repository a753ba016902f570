/**
 * Parses an RFC 3339 date-time with an offset. `T` and `Z` may be lowercase.
 *
 * A second of 60 is accepted where the schemas accept it: in a leap second. It counts as the second after it.
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
  const [utcDay = '', clock = ''] = new Date(value).toISOString().split('T');
  return LEAP_DAYS.has(utcDay) && clock.startsWith('23:59:59') ? value + 1000 : undefined;
}

const JUNES = [1972, 1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015];
const DECEMBERS = [1972, 1973, 1974, 1975, 1976, 1977, 1978, 1979, 1987, 1989, 1990, 1995, 1998, 2005, 2008, 2016];

/** The days in UTC that ended with a leap second (IERS Bulletin C). */
const LEAP_DAYS = new Set([...JUNES.map(year => `${year}-06-30`), ...DECEMBERS.map(year => `${year}-12-31`)]);
