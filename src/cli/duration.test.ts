import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['90m', 5_400_000],
  ['36h', 129_600_000],
  ['7d', 604_800_000],
])('parses %s', (text, milliseconds) => expect(parseDuration(text)).toBe(milliseconds));

test.each(['', '7', '0d', '-1h', '1.5h', '7 d', '7w', '1234567d', 'd', '7d7h'])('rejects %j', text =>
  expect(parseDuration(text)).toBeUndefined(),
);
