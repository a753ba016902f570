import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['6h', 21_600_000],
  ['1d', 86_400_000],
])('parses %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', '6', 'h', '0h', '-1h', '1.5h', '6 h', '6H', '06h', '1w', '6h30m', '1000000s'])('rejects "%s"', text =>
  expect(parseDuration(text)).toBeUndefined(),
);
