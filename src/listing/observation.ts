import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { Observed, Status } from '#contract/row.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { isTerm, type Term } from '#manifest/taxonomy.ts';
import { isTimestamp } from './time/timestamp.ts';
import { isWarning } from './warnings.ts';

/** The results of the checks of one origin (design: Record and observation). Stored separately from the records. */
export interface Observation {
  /** When the origin last passed its checks. */
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  /** The deadline for the next check. */
  readonly next_check_by: Instant | null;
  readonly badges: readonly Term<'badges'>[];
  /** The failed checks since the origin last passed. Absent if the last conclusive check passed. */
  readonly failures?: Failures;
  /** The last 50 changes of status, oldest first. */
  readonly statuses?: readonly StatusChange[];
  /** The report of the last conclusive check. */
  readonly report?: Report;
  /** The observed facts of the last conclusive check. The uptime is computed from `results`. */
  readonly observed?: ObservedFacts;
  /** The first of the checks that found no endpoint of a listing from documentation. Absent if the last check differed. */
  readonly gone_since?: Instant;
  /** One entry per day for up to 90 days, oldest first. */
  readonly results?: readonly DayResult[];
  /** The cache validators and the hash of the last fetched manifest, for conditional requests. */
  readonly manifest?: { readonly etag?: string; readonly last_modified?: string; readonly sha256: string };
}

/** The stored part of `Observed`. */
export type ObservedFacts = Omit<Observed, 'uptime_90d'>;

/** A status that the checks gave a listing. */
export interface StatusChange {
  readonly at: Instant;
  readonly status: Status;
}

/** Consecutive failed checks. Inconclusive checks do not count. */
export interface Failures {
  readonly count: number;
  readonly first_at: Instant;
  readonly last_at: Instant;
}

/** The maximum number of stored status changes. */
export const MAX_STATUS_CHANGES = 50;

/** The maximum number of days with stored results. */
export const MAX_RESULT_DAYS = 90;

/** The fix for content that only revalidation writes. */
const RECREATE = 'Delete the file. The next revalidation creates it again.';

/**
 * Validates a parsed observation file. It does not validate the report.
 * @returns the problems; an empty array means that `value` is an `Observation`
 */
export function observationFindings(value: unknown): readonly Finding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [finding('', 'type', 'An observation must be a JSON object.', RECREATE)];
  }
  const observation = value as Readonly<Record<string, unknown>>;
  const findings = ['verified_at', 'last_checked_at', 'next_check_by', 'gone_since'].flatMap(name => {
    const time = observation[name];
    if (time === null || isTimestamp(time) || (name === 'gone_since' && time === undefined)) return [];
    return [
      finding(
        `/${name}`,
        'date_time',
        `${name} must be null or a time in UTC.`,
        'Write it as 2026-11-21T09:30:00Z.',
        time,
      ),
    ];
  });
  const { badges, failures, observed, results } = observation;
  if (!Array.isArray(badges) || !badges.every(badge => isTerm('badges', badge))) {
    findings.push(
      finding(
        '/badges',
        'enum',
        'badges must be an array of known badges.',
        'Use the badges in registry/taxonomy.json.',
        badges,
      ),
    );
  }
  if (failures !== undefined && !isFailures(failures)) {
    findings.push(finding('/failures', 'type', 'failures must have count, first_at, and last_at.', RECREATE, failures));
  }
  if (observed !== undefined && !isObservedFacts(observed)) {
    findings.push(
      finding('/observed', 'type', 'observed must have the results of the probes and known warnings.', RECREATE),
    );
  }
  if (results !== undefined && !areDayResults(results)) {
    findings.push(finding('/results', 'type', `results must have at most ${MAX_RESULT_DAYS} valid days.`, RECREATE));
  }
  return findings;
}

function areDayResults(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_RESULT_DAYS && value.every(isDayResult);
}

function isFailures(value: unknown): value is Failures {
  const { count, first_at, last_at } = (value ?? {}) as Partial<Failures>;
  return Number.isInteger(count) && isTimestamp(first_at) && isTimestamp(last_at);
}

function isObservedFacts(value: unknown): value is ObservedFacts {
  const { responding, endpoints_probed, endpoints_responding, last_responded_at, response_ms, warnings } = (value ??
    {}) as Partial<ObservedFacts>;
  return (
    (responding === null || typeof responding === 'boolean') &&
    isCount(endpoints_probed) &&
    isCount(endpoints_responding) &&
    (last_responded_at === null || isTimestamp(last_responded_at)) &&
    (response_ms === null || (typeof response_ms === 'number' && response_ms >= 0)) &&
    Array.isArray(warnings) &&
    warnings.every(isWarning)
  );
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isDayResult(value: unknown): value is DayResult {
  const { date, outcome, ms, checks = 0, responding_checks = 0 } = (value ?? {}) as Partial<DayResult>;
  const known = outcome === 'passed' || outcome === 'failed' || outcome === 'inconclusive';
  const areCounts = isCount(checks) && isCount(responding_checks) && responding_checks <= checks;
  return /^\d{4}-\d\d-\d\d$/.test(String(date)) && known && (ms === null || typeof ms === 'number') && areCounts;
}
