import { describe, expect, test } from 'vitest';
import type { DayResult } from '#contract/detail.ts';
import type { Observation } from '#listing/observation.ts';
import { publisherCard } from '../fixtures/cards.ts';
import { plain } from '../fixtures/minimal-manifest.ts';
import { passed } from '../fixtures/observations.ts';
import { stateOf } from './registry-state.ts';

const observed = (host: string, results: readonly DayResult[], times: Partial<Observation> = {}) =>
  publisherCard(`https://${host}`, plain, { ...passed, ...times, results });

const state = stateOf([
  observed('a.example', [
    { date: '2026-11-19', outcome: 'passed', ms: 100 },
    { date: '2026-11-20', outcome: 'passed', ms: 300 },
  ]),
  observed('b.example', [{ date: '2026-11-20', outcome: 'failed', ms: null }], {
    last_checked_at: '2026-11-20T05:00:00Z',
    next_check_by: '2026-11-21T05:00:00Z',
  }),
  observed('c.example', [
    { date: '2026-01-01', outcome: 'passed', ms: 9000 },
    { date: '2026-11-20', outcome: 'inconclusive', ms: 500 },
  ]),
  publisherCard('https://unseen.example', plain),
]);

describe('the state of a registry', () => {
  test('contains the latest check and the earliest deadline', () => {
    expect([state.lastRun, state.nextDue]).toEqual(['2026-11-20T05:00:00Z', '2026-11-21T03:00:00Z']);
    expect(state.checkedListings).toBe(3);
  });

  test('contains 90 days up to the last result, with the results of each', () => {
    expect(state.days).toHaveLength(90);
    expect(state.days[0]).toEqual({ date: '2026-08-23', passed: 0, failed: 0, inconclusive: 0, medianMs: null });
    expect(state.days.at(-1)).toEqual({ date: '2026-11-20', passed: 1, failed: 1, inconclusive: 1, medianMs: 400 });
  });

  test('excludes response times before these days', () => {
    expect(state.medianMs).toBe(300);
  });

  test('contains no data without checks', () => {
    expect(stateOf([publisherCard('https://unseen.example', plain)])).toEqual({
      lastRun: null,
      nextDue: null,
      days: [],
      checkedListings: 0,
      medianMs: null,
    });
  });
});
