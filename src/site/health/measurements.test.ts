import { expect, test } from 'vitest';
import { passed as observed } from '../fixtures/observations.ts';
import { computePassRate, formatFailedDays, formatMeasurementDate, measuredOf } from './measurements.ts';

test('computes counts and times of ninety days', () => {
  const measured = measuredOf(observed.results);
  expect(measured).toMatchObject({
    first: '2026-08-23',
    last: '2026-11-20',
    passed: 88,
    decided: 89,
    failedDays: ['2026-10-02'],
    fastestMs: 100,
    slowestMs: 149,
  });
  expect(measured?.days).toHaveLength(90);
  expect(measured && formatMeasurementDate(measured)).toBe('Passed on 88 of 89 days');
});

test('shows days without a check as gaps', () => {
  const measured = measuredOf([{ date: '2026-11-20', outcome: 'inconclusive', ms: null }]);
  expect(measured?.days.filter(day => day !== undefined)).toHaveLength(1);
  expect(measured?.medianMs).toBeNull();
  expect(measured && formatMeasurementDate(measured)).toBe('No conclusive checks yet');
});

test('returns undefined without results', () => {
  expect(measuredOf()).toBeUndefined();
  expect(measuredOf([])).toBeUndefined();
});

test.each([
  [1999, 2000, '99.9%'],
  [2000, 2000, '100%'],
  [0, 30, '0%'],
  [0, 3, '0 of 3 days'],
  [1, 1, '1 of 1 day'],
  [0, 0, 'inconclusive'],
])('formats %d of %d days as %s', (passed, decided, share) => {
  expect(computePassRate({ passed, decided })).toBe(share);
});

test.each([
  [1, 'Failed on 1 October 2026.'],
  [6, /, 6 October 2026, and on 1 earlier day\.$/],
  [7, /, 7 October 2026, and on 2 earlier days\.$/],
])('lists the last of %d failed days', (days, text) => {
  const failedDays = Array.from({ length: days }, (_, at) => `2026-10-0${at + 1}`);
  expect(formatFailedDays({ failedDays })).toMatch(text);
});
