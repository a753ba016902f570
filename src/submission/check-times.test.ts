import { describe, expect, test } from 'vitest';
import { sampleObservation } from '#listing/listing.fixture.ts';
import { MAX_REVALIDATION_INTERVAL_MS } from '#listing/time/revalidation-interval.ts';
import { instant } from '#listing/time/timestamp.ts';
import { dueAt, isDue, nextCheckBy, retryBy, SLACK } from './check-times.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-21T09:30:00Z');

function dueAfter(by: string): number {
  return dueAt(sampleObservation({ next_check_by: by })) - NOW;
}

describe('the next check', () => {
  test('starts 24 hours after the last one, with a deadline that the longest interval meets', () => {
    expect(dueAfter(nextCheckBy(NOW))).toBe(DAY);
    expect(Date.parse(nextCheckBy(NOW)) - NOW).toBe(DAY + MAX_REVALIDATION_INTERVAL_MS + HOUR);
  });

  test('follows 24 hours after a failure, or a week later after two weeks of failures', () => {
    expect(dueAfter(nextCheckBy(NOW, '2026-11-21T09:30:00Z'))).toBe(DAY);
    expect(dueAfter(nextCheckBy(NOW, '2026-11-01T09:30:00Z'))).toBe(7 * DAY);
  });

  test('honors the Retry-After delay up to a week', () => {
    expect(dueAfter(nextCheckBy(NOW, undefined, 3 * 86_400))).toBe(3 * DAY);
    expect(dueAfter(nextCheckBy(NOW, undefined, 86_400_000))).toBe(7 * DAY);
    expect(dueAfter(retryBy(NOW, 7200))).toBe(2 * HOUR);
  });

  test('follows an hour after an inconclusive one', () => {
    expect(dueAfter(retryBy(NOW))).toBe(HOUR);
  });

  test('has a deadline with slack and is due at once without an earlier check', () => {
    expect(Date.parse(retryBy(NOW)) - NOW).toBe(HOUR + SLACK);
    expect(dueAt(undefined)).toBe(0);
  });

  test('becomes due at its time, or at once if the last one is in the future', () => {
    const checked = (at: number) => sampleObservation({ last_checked_at: instant(at), next_check_by: nextCheckBy(at) });
    expect(isDue(checked(NOW), NOW + HOUR)).toBe(false);
    expect(isDue(checked(NOW), NOW + 1.5 * DAY)).toBe(true);
    expect(isDue(checked(NOW + 3650 * DAY), NOW)).toBe(true);
    expect(isDue(undefined, NOW)).toBe(true);
  });
});
