import type { DayResult } from '#contract/detail.ts';
import { type Failures, MAX_RESULT_DAYS, MAX_STATUS_CHANGES, type Observation } from '#listing/observation.ts';
import { hasLapsed } from '#listing/status.ts';
import { instant } from '#listing/timestamp.ts';
import type { OriginCheck } from './acceptance.ts';
import { nextCheckBy, retryBy } from './check-times.ts';

/** What is noted of one check. */
export interface Noted {
  /** The listing's id. */
  readonly id: string;
  /** What was observed before; undefined when nothing was. */
  readonly before: Observation | undefined;
  readonly seen: OriginCheck;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the record now holds the manifest that was seen: only then may the next check ask "changed since?". */
  readonly recorded: boolean;
}

/**
 * The observation after a check (design: Record and observation). A check that could not decide moves `last_checked_at`
 * and the day's result, and nothing that a status or a badge comes from.
 */
export function nextObservation(noted: Noted): Observation {
  return withStatus(afterCheck(noted));
}

function afterCheck(noted: Noted): Observation {
  const { report, retryAfter } = noted.seen;
  const outcome = report.passed ? 'passed' : report.retryable ? 'inconclusive' : 'failed';
  const checked = {
    last_checked_at: instant(noted.now),
    results: withResult(noted.before?.results ?? [], resultOf(noted, outcome)),
  };
  if (outcome === 'passed') return passed(noted, checked);
  if (outcome === 'failed') return failed(noted, checked);
  const { before, now } = noted;
  return { ...(before ?? NOTHING_SEEN), ...checked, next_check_by: retryBy(now, retryAfter) };
}

/** Notes the status that the checks now give, where it is another than before, for the listing's history. */
function withStatus(observation: Observation): Observation {
  const { statuses = [], failures, verified_at, last_checked_at } = observation;
  if (verified_at === null || last_checked_at === null) return observation;
  const status = hasLapsed(failures) ? 'lapsed' : 'verified';
  if (statuses.at(-1)?.status === status) return observation;
  return {
    ...observation,
    statuses: [...statuses, { at: last_checked_at, status } as const].slice(-MAX_STATUS_CHANGES),
  };
}

const NOTHING_SEEN: Observation = { verified_at: null, last_checked_at: null, next_check_by: null, badges: [] };

type Checked = Required<Pick<Observation, 'results'>> & { readonly last_checked_at: string };

function passed({ id, before, seen, now, recorded }: Noted, checked: Checked): Observation {
  const { report, document, retryAfter } = seen;
  const manifest = recorded ? validators(document) : before?.manifest;
  return {
    verified_at: checked.last_checked_at,
    last_checked_at: checked.last_checked_at,
    next_check_by: nextCheckBy(id, now, undefined, retryAfter),
    badges: report.badges,
    report: { ...report },
    results: checked.results,
    ...(before?.statuses && { statuses: before.statuses }),
    ...(manifest && { manifest }),
  };
}

function failed({ id, before = NOTHING_SEEN, seen, now }: Noted, checked: Checked): Observation {
  const { last_checked_at } = checked;
  const { count, first_at } = failuresSoFar(before, now) ?? { count: 0, first_at: last_checked_at };
  return {
    ...before,
    ...checked,
    next_check_by: nextCheckBy(id, now, first_at, seen.retryAfter),
    failures: { count: count + 1, first_at, last_at: last_checked_at },
    report: { ...seen.report },
  };
}

/**
 * The failures before this one, where they began after the origin last passed, and not in the future. Else a clock was
 * wrong, and they begin anew with this one, so that none lapses by that.
 */
function failuresSoFar({ failures, verified_at }: Observation, now: number): Failures | undefined {
  if (!failures) return undefined;
  const [first, passed] = [Date.parse(failures.first_at), Date.parse(verified_at ?? failures.first_at)];
  return first <= now && (first >= passed || passed > now) ? failures : undefined;
}

function validators(document: OriginCheck['document']): Observation['manifest'] | undefined {
  if (!document) return undefined;
  const { sha256, etag, lastModified } = document;
  return {
    sha256,
    ...(etag !== undefined && { etag }),
    ...(lastModified !== undefined && { last_modified: lastModified }),
  };
}

function resultOf({ seen, now }: Noted, outcome: DayResult['outcome']): DayResult {
  const times = seen.report.checks
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ status, ms }) => (status === null ? [] : [ms]))
    .sort((a, b) => a - b);
  return { date: instant(now).slice(0, 10), outcome, ms: times[Math.floor(times.length / 2)] ?? null };
}

const WORSE: readonly DayResult['outcome'][] = ['passed', 'inconclusive', 'failed'];

/**
 * A day keeps its worst outcome and its last time. Days that are still to come show that a clock is or was wrong: they
 * go where they are the fewer, and stay where today is the exception.
 */
function withResult(results: readonly DayResult[], today: DayResult): readonly DayResult[] {
  const past = results.filter(({ date }) => date < today.date);
  const same = results.find(({ date }) => date === today.date);
  const isWorse = same !== undefined && WORSE.indexOf(same.outcome) > WORSE.indexOf(today.outcome);
  const result = {
    date: today.date,
    outcome: isWorse ? same.outcome : today.outcome,
    ms: today.ms ?? same?.ms ?? null,
  };
  const later = results.filter(({ date }) => date > today.date);
  return [...past, result, ...(later.length > past.length ? later : [])].slice(-MAX_RESULT_DAYS);
}
