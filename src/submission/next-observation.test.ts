import { describe, expect, test } from 'vitest';
import type { CheckResult } from '#contract/report.ts';
import { sampleManifest, sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { type Observation, observationFindings } from '#listing/observation.ts';
import { statusOf } from '#listing/status.ts';
import { nextObservation } from './next-observation.ts';
import { createOriginCheck } from './origin-check.fixture.ts';

const URL = 'https://api.example.com';
const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T09:30:00Z');

type Outcome = 'passed' | 'failed' | 'inconclusive';

function checkedAfter(before: Observation | undefined, hours: number, outcome: Outcome): Observation {
  const seen = createOriginCheck(URL, sampleManifest(), outcome);
  const observation = nextObservation({ before, seen, now: NOW + hours * HOUR, recorded: true });
  expect(observationFindings(observation)).toEqual([]);
  return observation;
}

function statusAfter(...checks: readonly (readonly [hours: number, outcome: Outcome])[]): string {
  let observation: Observation | undefined;
  for (const [hours, outcome] of checks) observation = checkedAfter(observation, hours, outcome);
  return statusOf(sampleRecord(URL), observation);
}

describe('the next status', () => {
  test.each<[string, ...(readonly [number, Outcome])[]]>([
    ['verified', [0, 'passed']],
    ['verified', [0, 'passed'], [24, 'failed']],
    ['verified', [0, 'passed'], [24, 'failed'], [47, 'failed']],
    ['lapsed', [0, 'passed'], [24, 'failed'], [48, 'failed']],
    ['lapsed', [0, 'passed'], [24, 'failed'], [36, 'inconclusive'], [48, 'failed'], [72, 'inconclusive']],
    ['verified', [0, 'passed'], [24, 'failed'], [36, 'passed'], [48, 'failed']],
    ['verified', [0, 'passed'], [24, 'inconclusive'], [48, 'inconclusive'], [72, 'inconclusive']],
    ['verified', [0, 'passed'], [24, 'failed'], [48, 'failed'], [72, 'passed']],
    ['unverified', [0, 'failed'], [24, 'failed']],
    // With clocks that were ahead during a failure or a pass, or behind during a failure.
    ['verified', [0, 'passed'], [9999, 'failed'], [24, 'failed'], [25, 'failed']],
    ['lapsed', [0, 'passed'], [9999, 'failed'], [24, 'failed'], [48, 'failed']],
    ['verified', [9999, 'passed'], [24, 'failed'], [25, 'failed']],
    ['lapsed', [9999, 'passed'], [24, 'failed'], [48, 'failed']],
    ['verified', [0, 'passed'], [-9999, 'failed'], [24, 'failed'], [25, 'failed']],
    ['lapsed', [0, 'passed'], [-9999, 'failed'], [24, 'failed'], [48, 'failed']],
  ])('becomes %s after %j', (status, ...checks) => {
    expect(statusAfter(...checks)).toBe(status);
  });
});

test.each<[string, string[], ...(readonly [number, Outcome])[]]>([
  ['ahead, which made it lapse', ['verified 0'], [0, 'passed'], [1, 'failed'], [9999, 'failed'], [2, 'failed']],
  ['ahead, and then passed', ['verified 0'], [0, 'passed'], [1, 'failed'], [9999, 'failed'], [2, 'passed']],
  ['behind', ['verified 0', 'lapsed 48'], [0, 'passed'], [-9999, 'passed'], [24, 'failed'], [48, 'failed']],
])('has a history of statuses without those of a clock that was %s', (_, history, ...checks) => {
  let observation: Observation | undefined;
  for (const [hours, outcome] of checks) observation = checkedAfter(observation, hours, outcome);
  const toHours = (at: string) => (Date.parse(at) - NOW) / HOUR;
  expect(observation?.statuses?.map(({ at, status }) => `${status} ${toHours(at)}`)).toEqual(history);
});

describe('an inconclusive check', () => {
  test('changes only the time of the check, the result of the day, and the next check', () => {
    const before = checkedAfter(undefined, -24, 'passed');
    const { last_checked_at, next_check_by, results, ...rest } = checkedAfter(before, 0, 'inconclusive');
    expect(before).toMatchObject(rest);
    expect(last_checked_at).toBe('2026-11-21T09:30:00Z');
    expect(results?.map(({ outcome }) => outcome)).toEqual(['passed', 'inconclusive']);
    expect(next_check_by).not.toBe(before.next_check_by);
  });
});

describe('the badges', () => {
  test.each([
    [['auth-verified'], 'inconclusive'],
    [[], 'failed'],
    [[], 'skipped'],
  ] as const)('are %j if the check that earned one is %s', (badges, outcome) => {
    const earned = nextObservation({
      before: undefined,
      seen: createOriginCheck(URL, {}, 'passed', { badges: ['auth-verified'] }),
      now: NOW,
      recorded: true,
    });
    const seen = createOriginCheck(URL, {});
    const check = { ...seen.report.checks[0], name: 'auth_verified', outcome } as CheckResult;
    const report = { ...seen.report, checks: [...seen.report.checks, check] };
    const next = nextObservation({ before: earned, seen: { ...seen, report }, now: NOW + HOUR, recorded: true });
    expect(next.badges).toEqual(badges);
  });
});

describe('results', () => {
  test('contain the worst result per day for 90 days', () => {
    let observation = sampleObservation({ results: [] });
    for (let day = 0; day < 100; day++) observation = checkedAfter(observation, day * 24, 'passed');
    expect(observation.results).toHaveLength(90);
    observation = checkedAfter(observation, 99 * 24 + 1, 'failed');
    observation = checkedAfter(observation, 99 * 24 + 2, 'passed');
    expect(observation.results).toHaveLength(90);
    expect(observation.results?.at(-1)).toEqual({ date: '2027-02-28', outcome: 'failed', ms: 12 });
  });

  test.each([
    ['ahead', [0, 1, 3650, 2], ['2026-11-21', '2026-11-22', '2026-11-23']],
    ['behind', [0, 1, -3650, 2], ['2016-11-23', '2026-11-21', '2026-11-22', '2026-11-23']],
  ])('stay sorted by day after a clock was %s', (_, days, dates) => {
    let observation: Observation | undefined;
    for (const day of days) observation = checkedAfter(observation, day * 24, 'passed');
    expect(observation?.results?.map(({ date }) => date)).toEqual(dates);
  });
});

describe('the observed facts', () => {
  const observed = {
    responding: true,
    endpoints_probed: 2,
    endpoints_responding: 2,
    last_responded_at: '2026-11-21T00:00:00Z',
    response_ms: 12,
    warnings: [],
  };
  const down = { ...observed, responding: false, endpoints_responding: 0, last_responded_at: null, response_ms: null };
  const unknown = { ...down, responding: null, endpoints_probed: 0 };
  const check = (before: Observation | undefined, seen: typeof observed | typeof down | typeof unknown) =>
    nextObservation({
      before,
      seen: {
        ...createOriginCheck('https://api.example.com', {}, seen.responding ? 'passed' : 'failed'),
        observed: seen,
      },
      now: Date.UTC(2026, 10, 21, 6),
      recorded: true,
    });

  test('follow each check and count for the uptime', () => {
    const first = check(undefined, observed);
    const second = check(first, down);
    expect(first.observed).toEqual(observed);
    expect(second.observed).toEqual({ ...down, last_responded_at: observed.last_responded_at });
    expect(second.results).toMatchObject([{ date: '2026-11-21', checks: 2, responding_checks: 1 }]);
  });

  test('stay the same if a check could not determine them', () => {
    const first = check(undefined, observed);
    const second = check(first, unknown);
    expect(second.observed).toEqual(first.observed);
    expect(second.results).toMatchObject([{ checks: 1, responding_checks: 1 }]);
  });
});
