import { expect, test } from 'vitest';
import { formatAllowance, formatLimits } from './limits.ts';

test('names the unit once', () => {
  expect(formatLimits({ requests_per_minute: 60, requests_per_day: 50_000 })).toBe(
    '60 requests per minute, 50,000 per day',
  );
  expect(formatLimits({ requests_per_minute: null, requests_per_day: 1.5 })).toBe('1.5 requests per day');
});

test('returns null without a limit and treats zero as a limit', () => {
  expect(formatLimits({})).toBeNull();
  expect(formatAllowance({ queries_per_day: null })).toBeNull();
  expect(formatAllowance({ queries_per_month: 0 })).toBe('0 queries per month');
});
