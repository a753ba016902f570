import { expect, test } from 'vitest';
import { allowanceInWords, limitsInWords } from './limits.ts';

test('limits name the requests once', () => {
  expect(limitsInWords({ requests_per_minute: 60, requests_per_day: 50_000 })).toBe(
    '60 requests per minute, 50,000 per day',
  );
  expect(limitsInWords({ requests_per_minute: null, requests_per_day: 1.5 })).toBe('1.5 requests per day');
});

test('no stated bound is null, and zero is a bound', () => {
  expect(limitsInWords({})).toBeNull();
  expect(allowanceInWords({ queries_per_day: null })).toBeNull();
  expect(allowanceInWords({ queries_per_month: 0 })).toBe('0 queries per month');
});
