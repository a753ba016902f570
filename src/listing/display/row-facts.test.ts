import { describe, expect, test } from 'vitest';
import type { Row } from '#contract/row.ts';
import { formatKeyTag, formatPriceTag, formatUptime, getLiveState } from './row-facts.ts';

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
  expect(formatUptime(99.999)).toBe('99.99%');
  expect(formatUptime(100)).toBe('100%');
});

test('keeps both decimals of each uptime', () => {
  const uptimes = Array.from({ length: 10_001 }, (_, index) => index / 100);
  expect(uptimes.filter(uptime => formatUptime(uptime) !== `${uptime}%`)).toEqual([]);
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
