import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import type { Report } from '#contract/report.ts';
import type { Status } from '#contract/row.ts';
import { type Finding, finding } from '#manifest/finding.ts';
import { isTerm, type Term } from '#manifest/taxonomy.ts';
import { isTimestamp } from './timestamp.ts';

/** What our checks saw of one origin (design: Record and observation). Kept beside the records, never among them. */
export interface Observation {
  /** When the origin last passed. */
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  /** When the next check is due at the latest. */
  readonly next_check_by: Instant | null;
  readonly badges: readonly Term<'badges'>[];
  /** The failed checks since the origin last passed; absent when the last decided check passed. */
  readonly failures?: Failures;
  /** The statuses that our checks gave the listing, oldest first; at most 50. */
  readonly statuses?: readonly StatusChange[];
  /** The report of the last check that decided. */
  readonly report?: Report;
  /** One entry a day, oldest first, at most 90. */
  readonly results?: readonly DayResult[];
  /** The validator and hash of the manifest as last fetched, for conditional requests. */
  readonly manifest?: { readonly etag?: string; readonly last_modified?: string; readonly sha256: string };
}

/** A status that the checks gave a listing. */
export interface StatusChange {
  readonly at: Instant;
  readonly status: Status;
}

/** An unbroken run of failed checks; inconclusive ones neither extend nor end it. */
export interface Failures {
  readonly count: number;
  readonly first_at: Instant;
  readonly last_at: Instant;
}

/** How many changes of status are kept. */
export const STATUS_CHANGES = 50;

/** How many days of results are kept and published. */
export const RESULT_DAYS = 90;

/**
 * Checks a parsed observation file.
 * @returns the problems; none means that `value` is an `Observation`
 */
export function observationFindings(value: unknown): readonly Finding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [finding('', 'type', 'An observation must be a JSON object.', 'Let re-validation write it anew.')];
  }
  const observation = value as Readonly<Record<string, unknown>>;
  const times = ['verified_at', 'last_checked_at', 'next_check_by'].flatMap(name => {
    const time = observation[name];
    if (time === null || isTimestamp(time)) return [];
    return [
      finding(
        `/${name}`,
        'date_time',
        `${name} is neither null nor a time in UTC.`,
        'Write it as 2026-11-21T09:30:00Z.',
        time,
      ),
    ];
  });
  const { badges, failures, results } = observation;
  if (!Array.isArray(badges) || !badges.every(badge => isTerm('badges', badge))) {
    times.push(
      finding(
        '/badges',
        'enum',
        'badges must be a list of known badges.',
        'See the badges of registry/taxonomy.json.',
        badges,
      ),
    );
  }
  if (failures !== undefined && !isFailures(failures)) {
    times.push(
      finding(
        '/failures',
        'type',
        'failures needs count, first_at and last_at.',
        'Let re-validation write it anew.',
        failures,
      ),
    );
  }
  if (
    results !== undefined &&
    !(Array.isArray(results) && results.length <= RESULT_DAYS && results.every(isDayResult))
  ) {
    times.push(
      finding('/results', 'type', `results must be at most ${RESULT_DAYS} days.`, 'Let re-validation write it anew.'),
    );
  }
  return times;
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
