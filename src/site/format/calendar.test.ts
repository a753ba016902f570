import { expect, test } from 'vitest';
import { formatDate } from './calendar.ts';

test('formats the date as written, with any offset', () => {
  expect(formatDate('2026-11-01T23:30:00-08:00')).toBe('1 November 2026');
  expect(formatDate('2016-12-31t23:59:60z')).toBe('31 December 2016');
});

test('returns other text unchanged', () => {
  expect(formatDate('2026-13-01T00:00:00Z')).toBe('2026-13-01T00:00:00Z');
  expect(formatDate('yesterday')).toBe('yesterday');
});
