import type { DayResult } from '#contract/detail.ts';
import type { Report } from '#contract/report.ts';
import { type Failures, MAX_RESULT_DAYS, MAX_STATUS_CHANGES, type Observation } from '#listing/observation.ts';
import { hasLapsed } from '#listing/status.ts';
import { compareInstants, instant } from '#listing/time/timestamp.ts';
import { BADGE_CHECKS } from '#verify/assemble-report.ts';
import type { OriginCheck } from './acceptance.ts';
import { nextCheckBy, retryBy } from './check-times.ts';

/** One check to add to an observation. */
export interface Noted {
  /** The previous observation. Undefined for the first check. */
  readonly before: Observation | undefined;
  readonly seen: OriginCheck;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the record now holds the served manifest. Only then may the next check send a conditional request. */
  readonly recorded: boolean;
}

/**
 * Returns the observation after a check (design: Record and observation). An inconclusive check changes
 * `last_checked_at` and the result of the day, but not the fields that determine the status and badges.
 */
export function nextObservation(noted: Noted): Observation {
  return appendStatus(applyCheck(noted));
}

function applyCheck(noted: Noted): Observation {
  const { report, retryAfter } = noted.seen;
  const outcome = report.passed ? 'passed' : report.retryable ? 'inconclusive' : 'failed';
  const checked = {
    last_checked_at: instant(noted.now),
    ...nextObserved(noted),
    results: appendResult(noted.before?.results ?? [], toDayResult(noted, outcome)),
  };
  if (outcome === 'passed') return applyPass(noted, checked);
  if (outcome === 'failed') return applyFailure(noted, checked);
  const { before, now } = noted;
  return { ...(before ?? EMPTY_OBSERVATION), ...checked, next_check_by: retryBy(now, retryAfter) };
}

/**
 * Adds the status to the history of the listing if it changed. A clock that was ahead can make a listing lapse: if the
 * statuses in the future are the minority, they are dropped, as results are.
 */
function appendStatus(observation: Observation): Observation {
  const { statuses: stored = [], failures, verified_at, last_checked_at } = observation;
  if (verified_at === null || last_checked_at === null) return observation;
  const past = stored.filter(({ at }) => compareInstants(at, last_checked_at) <= 0);
  const statuses = stored.length - past.length > past.length ? stored : past;
  const status = hasLapsed(failures) ? 'lapsed' : 'verified';
  const isChanged = statuses.at(-1)?.status !== status;
  const next = isChanged ? [...statuses, { at: last_checked_at, status } as const] : statuses;
  return { ...observation, statuses: next.slice(-MAX_STATUS_CHANGES) };
}

const EMPTY_OBSERVATION: Observation = { verified_at: null, last_checked_at: null, next_check_by: null, badges: [] };

type Checked = Required<Pick<Observation, 'results'>> &
  Pick<Observation, 'observed'> & { readonly last_checked_at: string };

/** A check that could not determine anything changes no facts. */
function nextObserved({ before, seen }: Noted): Pick<Observation, 'observed'> {
  const { observed } = seen;
  if (!observed || observed.responding === null) return before?.observed ? { observed: before.observed } : {};
  const last_responded_at = observed.last_responded_at ?? before?.observed?.last_responded_at ?? null;
  return { observed: { ...observed, last_responded_at } };
}

function applyPass({ before, seen, now, recorded }: Noted, checked: Checked): Observation {
  const { report, document, retryAfter } = seen;
  const manifest = recorded ? toValidators(document) : before?.manifest;
  return {
    verified_at: checked.last_checked_at,
    last_checked_at: checked.last_checked_at,
    next_check_by: nextCheckBy(now, undefined, retryAfter),
    badges: nextBadges(before, report),
    report: { ...report },
    ...(checked.observed && { observed: checked.observed }),
    results: checked.results,
    ...(before?.statuses && { statuses: before.statuses }),
    ...(manifest && { manifest }),
  };
}

/** An inconclusive check of a badge does not remove it, although the other checks passed. */
function nextBadges(before: Observation | undefined, { badges, checks }: Report): Observation['badges'] {
  const inconclusive = new Set(checks.filter(({ outcome }) => outcome === 'inconclusive').map(({ name }) => name));
  const kept = BADGE_CHECKS.filter(
    ([badge, check]) => badges.includes(badge) || (inconclusive.has(check) && before?.badges.includes(badge)),
  );
  return kept.map(([badge]) => badge);
}

function applyFailure({ before = EMPTY_OBSERVATION, seen, now }: Noted, checked: Checked): Observation {
  const { last_checked_at } = checked;
  const { count, first_at } = getEarlierFailures(before, now) ?? { count: 0, first_at: last_checked_at };
  return {
    ...before,
    ...checked,
    next_check_by: nextCheckBy(now, first_at, seen.retryAfter),
    failures: { count: count + 1, first_at, last_at: last_checked_at },
    report: { ...seen.report },
  };
}

/**
 * The earlier failures, if they began after the last passed check and not in the future. Otherwise a clock was wrong,
 * and the count starts over with this failure, so that no listing lapses because of it.
 */
function getEarlierFailures({ failures, verified_at }: Observation, now: number): Failures | undefined {
  if (!failures) return undefined;
  const [first, passed] = [Date.parse(failures.first_at), Date.parse(verified_at ?? failures.first_at)];
  return first <= now && (first >= passed || passed > now) ? failures : undefined;
}

function toValidators(document: OriginCheck['document']): Observation['manifest'] | undefined {
  if (!document) return undefined;
  const { sha256, etag, lastModified } = document;
  return {
    sha256,
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { last_modified: lastModified }),
  };
}

function toDayResult({ seen, now }: Noted, outcome: DayResult['outcome']): DayResult {
  const times = seen.report.checks
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ status, ms }) => (status === null ? [] : [ms]))
    .sort((a, b) => a - b);
  const responding = seen.observed?.responding ?? null;
  return {
    date: instant(now).slice(0, 10),
    outcome,
    ms: times[Math.floor(times.length / 2)] ?? null,
    ...(responding !== null && { checks: 1, responding_checks: Number(responding) }),
  };
}

const OUTCOMES_BY_SEVERITY: readonly DayResult['outcome'][] = ['passed', 'inconclusive', 'failed'];

/**
 * Adds the result of a check to the results of the earlier days.
 *
 * Each day keeps its worst outcome and its latest response time. Results in the future mean that a clock is or was
 * wrong: if they are the minority they are dropped, otherwise they stay.
 */
export function appendResult(results: readonly DayResult[], today: DayResult): readonly DayResult[] {
  const past = results.filter(({ date }) => date < today.date);
  const same = results.find(({ date }) => date === today.date);
  const isWorse =
    same !== undefined && OUTCOMES_BY_SEVERITY.indexOf(same.outcome) > OUTCOMES_BY_SEVERITY.indexOf(today.outcome);
  const result = {
    date: today.date,
    outcome: isWorse ? same.outcome : today.outcome,
    ms: today.ms ?? same?.ms ?? null,
    ...addCounts(same, today),
  };
  const later = results.filter(({ date }) => date > today.date);
  return [...past, result, ...(later.length > past.length ? later : [])].slice(-MAX_RESULT_DAYS);
}

function addCounts(same: DayResult | undefined, today: DayResult): Pick<DayResult, 'checks' | 'responding_checks'> {
  const checks = (same?.checks ?? 0) + (today.checks ?? 0);
  const responding_checks = (same?.responding_checks ?? 0) + (today.responding_checks ?? 0);
  return checks > 0 ? { checks, responding_checks } : {};
}
