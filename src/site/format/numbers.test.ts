import { expect, test } from 'vitest';
import { measureCpuMs } from '#manifest/cpu-time.fixture.ts';
import { count, formatDecimal, formatDuration, formatNumber } from './numbers.ts';

test('groups digits, keeps fractions, and shortens huge numbers', () => {
  expect(formatNumber(1234567.25)).toBe('1,234,567.25');
  expect(formatNumber(0.0000001)).toBe('0.0000001');
  expect(formatNumber(1e300)).toBe('1e+300');
});

test('keeps the digits of decimals', () => {
  expect(formatDecimal('1234567.8900')).toBe('1,234,567.8900');
  expect(formatDecimal('0.002')).toBe('0.002');
  expect(formatDecimal('007')).toBe('007');
  expect(formatDecimal('-1234.5')).toBe('-1,234.5');
  expect(formatDecimal('-123')).toBe('-123');
});

test('pluralizes nouns', () => {
  expect([count(0, 'listing'), count(1, 'listing'), count(2, 'query', 'queries')]).toEqual([
    '0 listings',
    '1 listing',
    '2 queries',
  ]);
});

test('formats seconds in the largest unit that divides them', () => {
  expect([0, 45, 60, 5400, 86_400, 2_592_000].map(formatDuration)).toEqual([
    '0 seconds',
    '45 seconds',
    '1 minute',
    '90 minutes',
    '1 day',
    '30 days',
  ]);
});

test('groups a million digits in little time', () => {
  expect(measureCpuMs(() => formatDecimal('1'.repeat(1_000_000)))).toBeLessThan(400);
});
