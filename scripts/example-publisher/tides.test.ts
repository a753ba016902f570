import { describe, expect, test } from 'vitest';
import { computeDaylight, computeMoonPhase } from './tides.ts';

describe('daylight', () => {
  test('returns a day slightly longer than 12 hours on the equator at the equinox', () => {
    const { day_length_minutes, sunrise, sunset } = computeDaylight(0, 0, Date.UTC(2026, 2, 20));
    expect(day_length_minutes).toBeGreaterThan(720);
    expect(day_length_minutes).toBeLessThan(732);
    expect(sunrise).toMatch(/^2026-03-20T06:0/);
    expect(sunset).toMatch(/^2026-03-20T18:1/);
  });

  test('returns a sunrise at 03:43 UTC and a sunset at 20:21 UTC for London at midsummer, within two minutes', () => {
    const { sunrise, sunset } = computeDaylight(51.5, -0.13, Date.UTC(2026, 5, 21));
    expect(Math.abs(Date.parse(String(sunrise)) - Date.UTC(2026, 5, 21, 3, 43))).toBeLessThanOrEqual(120_000);
    expect(Math.abs(Date.parse(String(sunset)) - Date.UTC(2026, 5, 21, 20, 21))).toBeLessThanOrEqual(120_000);
  });

  test('returns null for a missing sunrise or sunset beyond the polar circle', () => {
    expect(computeDaylight(69.65, 18.96, Date.UTC(2026, 5, 21))).toMatchObject({
      sunrise: null,
      day_length_minutes: 1440,
    });
    expect(computeDaylight(69.65, 18.96, Date.UTC(2026, 11, 21))).toMatchObject({
      sunset: null,
      day_length_minutes: 0,
    });
  });
});

test.each([
  [Date.UTC(2024, 3, 8, 18, 21), 'new', 0],
  [Date.UTC(2024, 8, 18, 2, 34), 'full', 1],
])('returns the moon phase at %d: %s', (time, phase, illuminated) => {
  expect(computeMoonPhase(time)).toMatchObject({ phase });
  expect(computeMoonPhase(time).illuminated).toBeCloseTo(illuminated, 1);
});
