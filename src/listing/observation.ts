import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { Status } from '#contract/row.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { isTerm, type Term } from '#manifest/taxonomy.ts';
import { isTimestamp } from './timestamp.ts';

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
  /** One entry per day for up to 90 days, oldest first. */
  readonly results?: readonly DayResult[];
  /** The cache validators and the hash of the last fetched manifest, for conditional requests. */
  readonly manifest?: { readonly etag?: string; readonly last_modified?: string; readonly sha256: string };
}

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

/**
 * Validates a parsed observation file. It does not validate the report.
 * @returns the problems; an empty array means that `value` is an `Observation`
 */
export function observationFindings(value: unknown): readonly Finding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [
      finding(
        '',
        'type',
        'An observation must be a JSON object.',
        'Delete the file. The next revalidation creates it again.',
      ),
    ];
  }
  const observation = value as Readonly<Record<string, unknown>>;
  const findings = ['verified_at', 'last_checked_at', 'next_check_by'].flatMap(name => {
    const time = observation[name];
    if (time === null || isTimestamp(time)) return [];
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
  const { badges, failures, results } = observation;
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
    findings.push(
      finding(
        '/failures',
        'type',
        'failures must have count, first_at, and last_at.',
        'Delete the file. The next revalidation creates it again.',
        failures,
      ),
    );
  }
  if (
    results !== undefined &&
    !(Array.isArray(results) && results.length <= MAX_RESULT_DAYS && results.every(isDayResult))
  ) {
    findings.push(
      finding(
        '/results',
        'type',
        `results must have at most ${MAX_RESULT_DAYS} valid days.`,
        'Delete the file. The next revalidation creates it again.',
      ),
    );
  }
  return findings;
}

function isFailures(value: unknown): value is Failures {
  const { count, first_at, last_at } = (value ?? {}) as Partial<Failures>;
  return Number.isInteger(count) && isTimestamp(first_at) && isTimestamp(last_at);
}

function isDayResult(value: unknown): value is DayResult {
  const { date, outcome, ms } = (value ?? {}) as Partial<DayResult>;
  const known = outcome === 'passed' || outcome === 'failed' || outcome === 'inconclusive';
  return /^\d{4}-\d\d-\d\d$/.test(String(date)) && known && (ms === null || typeof ms === 'number');
}
