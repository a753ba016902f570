import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDateTime } from './date-time.ts';
import { edited } from './fixtures/edit-manifest.ts';
import { full03 } from './fixtures/full-manifests.ts';
import { validationResult } from './fixtures/validation-result.ts';

/** Returns whether the schema accepts a text, after the parser came to the same result. */
function accepts(text: string): boolean {
  const { valid } = validationResult(edited(full03, '/last_updated', text));
  expect(parseDateTime(text) !== undefined, text).toBe(valid);
  return valid;
}

const two = (number: number) => String(number).padStart(2, '0');

/** The last days of the months that ended with a leap second (IERS Bulletin C). */
const leapDays = [
  ...[1972, 1981, 1982, 1983, 1985, 1992, 1993, 1994, 1997, 2012, 2015].map(year => Date.UTC(year, 5, 30)),
  ...[1972, 1973, 1974, 1975, 1976, 1977, 1978, 1979, 1987, 1989, 1990, 1995, 1998, 2005, 2008, 2016].map(year =>
    Date.UTC(year, 11, 31),
  ),
];

/** An independent implementation of RFC 3339 that uses arithmetic, and a regular expression only for the shape. */
function isDateTime(text: string): boolean {
  const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (shape === null || text.endsWith('\n')) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = shape.slice(1, 7).map(Number);
  const [sign, offsetHour, offsetMinute] = [shape[7] === '-' ? -1 : 1, Number(shape[8] ?? 0), Number(shape[9] ?? 0)];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!real || hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const minutes = date.getTime() / 60_000 + hour * 60 + minute - sign * (offsetHour * 60 + offsetMinute);
  return second === 60 && leapDays.includes((minutes - (23 * 60 + 59)) * 60_000);
}

const part = (from: number, to: number) => fc.integer({ min: from, max: to }).map(two);
const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1900, 1972, 2000, 2016, 2024, 2100));

describe('last_updated, an RFC 3339 date and time,', () => {
  test.each([
    '2026-01-31T12:00:00Z',
    '2026-01-31t12:00:00z',
    '2026-01-31T12:00:00.5Z',
    `2026-01-31T12:00:00.${'1'.repeat(200)}-00:00`,
    '2026-01-31T12:00:00+23:59',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
    '0000-02-29T00:00:00Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T23:59:60.999z',
    '2016-12-31T23:59:60-00:00',
    '2016-12-31T15:59:60.123-08:00',
    '2017-01-01T00:59:60+01:00',
    '2017-01-01T05:29:60+05:30',
    '2015-07-01T23:58:60+23:59',
  ])('accepts %s', text => {
    expect(isDateTime(text)).toBe(true);
    expect(accepts(text)).toBe(true);
  });

  test.each([
    '',
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00Z',
    '2026-01-31 12:00:00Z',
    '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00,5Z',
    '2026-01-31T12:00:00+0100',
    '2026-01-31T12:00:00+01',
    '2026-01-31T12:00:00\u221201:00',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:60:00Z',
    '2026-01-31T12:00:61Z',
    '2026-01-31T12:00:00+24:00',
    '2026-01-31T12:00:00+00:60',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '26-01-31T12:00:00Z',
    '+002026-01-31T12:00:00Z',
    '\u0662026-01-31T12:00:00Z',
    '2026-01-31T12:00:00Z\n',
    ' 2026-01-31T12:00:00Z',
    '2016-12-31T23:59:60+01:00',
    '2017-01-01T00:59:60Z',
    '2016-12-31T22:59:60Z',
    '2017-12-31T23:59:60Z',
    '2012-12-31T23:59:60Z',
  ])('rejects %j', text => {
    expect(isDateTime(text)).toBe(false);
    expect(accepts(text)).toBe(false);
  });

  test('accepts each leap second at each offset, but not in an adjacent minute or day', () => {
    const offsets = [0, 1, 29, 59, 60, 61, 119, 330, 345, 600, 720, 1438, 1439].flatMap(minutes => [minutes, -minutes]);
    for (const day of leapDays) {
      for (const offset of offsets) {
        const local = new Date(day + (23 * 60 + 59 + offset) * 60_000).toISOString().slice(0, 17);
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
        expect(accepts(`${local}60${zone}`), `${local}60${zone}`).toBe(true);
        const beside = new Date(day + (23 * 60 + 58 + offset) * 60_000).toISOString().slice(0, 17);
        expect(accepts(`${beside}60${zone}`), `${beside}60${zone}`).toBe(false);
        const dayBefore = new Date(day + (offset - 1) * 60_000).toISOString().slice(0, 17);
        expect(accepts(`${dayBefore}60${zone}`), `${dayBefore}60${zone}`).toBe(false);
      }
    }
  });

  test('matches the independent implementation for random values', () => {
    const zone = fc.oneof(
      fc.constantFrom('Z', 'z'),
      fc
        .tuple(fc.constantFrom('+', '-'), part(0, 25), part(0, 61))
        .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
    );
    const fraction = fc.constantFrom('', '.0', '.123456789', '.');
    const parts = fc.tuple(year, part(0, 13), part(0, 32), part(0, 25), part(0, 61), part(57, 62), fraction, zone);
    const text = parts.map(
      ([year, month, day, hour, minute, second, fraction, zone]) =>
        `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone}`,
    );
    fc.assert(
      fc.property(text, text => accepts(text) === isDateTime(text)),
      { numRuns: 2000, seed: 3339 },
    );
  });

  test('matches the independent implementation around leap seconds', () => {
    const near = fc
      .tuple(fc.constantFrom(...leapDays), fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -1439, max: 1439 }))
      .map(([day, minutes, offset]) => {
        const local = new Date(day + (23 * 60 + 59 + minutes) * 60_000).toISOString().slice(0, 17);
        const size = Math.abs(offset);
        return `${local}60${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      });
    const fitting = fc
      .tuple(fc.constantFrom(...leapDays), fc.integer({ min: -1439, max: 1439 }))
      .map(([day, offset]) => {
        const local = new Date(day + (23 * 60 + 59 + offset) * 60_000).toISOString().slice(0, 17);
        const size = Math.abs(offset);
        return `${local}60${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
      });
    fc.assert(
      fc.property(fc.oneof(near, fitting), text => accepts(text) === isDateTime(text)),
      { numRuns: 2000, seed: 3339 },
    );
  });
});

test('a leap second counts as the second after it', () => {
  expect(parseDateTime('2016-12-31T23:59:60.25Z')).toBe(Date.UTC(2017, 0, 1, 0, 0, 0, 250));
  expect(parseDateTime('2015-07-01T01:59:60+02:00')).toBe(Date.UTC(2015, 6, 1));
});
