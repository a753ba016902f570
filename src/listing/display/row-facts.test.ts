import { describe, expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import { formatKeyTag, formatLabeledUptime, formatPriceTag, formatUptime, getLiveState } from './row-facts.ts';

describe('formatPriceTag', () => {
  test.each([
    ['Free', 'free'],
    ['Free tier', 'free_tier'],
    ['Paid', 'paid'],
    ['Price not stated', 'unknown'],
  ] as const)('returns %s', (tag, price) => {
    expect(formatPriceTag({ price })).toBe(tag);
  });
});

test('formats credentials', () => {
  expect(formatKeyTag({ authentication: 'required' })).toBe('Key required');
  expect(formatKeyTag({ authentication: 'optional' })).toBe('Key optional');
  expect(formatKeyTag({ authentication: 'none' })).toBe('No key');
});

test('rounds an uptime down, so that only a perfect record is 100%', () => {
  const format = (uptime_90d: number) => formatUptime({ uptime_90d, uptime_checks: 90 });
  expect(format(99.999)).toEqual({ value: '99.99%', basis: 'in 90 days' });
  expect(format(100)).toEqual({ value: '100%', basis: 'in 90 days' });
});

test.each([
  ['1 of 1 check', 100, 1],
  ['2 of 3 checks', 66.66, 3],
  ['0 of 6 checks', 0, 6],
  ['100%', 100, 7],
  [undefined, null, 0],
])('formats an uptime as %s', (text, uptime_90d, uptime_checks) => {
  expect(formatLabeledUptime({ uptime_90d, uptime_checks })).toBe(text);
});

test('has a live state only after a conclusive check', () => {
  const observed = (responding: boolean | null) => ({ observed: { responding } }) as unknown as Row;
  expect(getLiveState(observed(null))).toBeUndefined();
  expect(getLiveState(observed(true))?.text).toBe('Responding');
  expect(getLiveState(observed(false))?.look).toBe('failing');
});

test('shows when a documented API responded, and that its publisher did not verify it', () => {
  const documented = (responding: boolean) =>
    ({
      source: 'documentation',
      last_checked_at: '2026-11-21T06:00:00Z',
      observed: { responding, last_responded_at: '2026-11-20T06:00:00Z' },
    }) as unknown as Row;
  expect(getLiveState(documented(true))).toMatchObject({
    text: 'Responding, not verified by its publisher',
    at: '2026-11-20T06:00:00Z',
  });
  expect(getLiveState(documented(false))).toMatchObject({ text: 'Not responding', at: '2026-11-21T06:00:00Z' });
});
