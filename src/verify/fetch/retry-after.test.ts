import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each([
  [undefined, undefined],
  ['0', 0],
  ['120', 120],
  ['259200', 259_200],
  ['604801', 604_800],
  ['999999999999999', 604_800],
  ['9'.repeat(400), 604_800],
  ['Thu, 01 Jan 2026 12:02:00 GMT', 120],
  ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
  ['Thu, 01 Jan 2099 12:00:00 GMT', 604_800],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['soon', undefined],
  ['2026-01-01', undefined],
  ['Thu, 99 Jan 2026 12:02:00 GMT', undefined],
])('parses %j as %j seconds', (value, seconds) => {
  expect(parseRetryAfter(value, NOW)).toBe(seconds);
});
