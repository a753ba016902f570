import type { DayResult } from '#contract/detail.ts';
import type { Instant } from '#contract/instant.ts';
import type { Warning } from '#contract/row.ts';
import type { Observation } from '#listing/observation.ts';
import { instant } from '#listing/time/timestamp.ts';
import { WARNING_CODES } from '#listing/warnings.ts';
import type { Observed } from '#verify/verify-origin.ts';
import { nextCheckBy } from '../check-times.ts';
import { appendResult } from '../next-observation.ts';

/** The result of probing the endpoints of a listing from documentation. */
export type DocumentationCheck = Omit<Observed, 'evidence'>;

/** The time without an endpoint before the listing gets a warning, in milliseconds: 7 days. */
const MIN_GONE_MS = 7 * 86_400_000;

/**
 * Returns the observation of a listing from documentation after a check. It gains observed facts and a result of the day,
 * but never a badge, a report, or a verification. The next check is due in 24 hours even after an inconclusive one, because
 * the provider did not request any.
 *
 * @param now milliseconds since 1970
 */
export function nextDocumentationObservation(
  before: Observation | undefined,
  check: DocumentationCheck,
  now: number,
): Observation {
  const { observed, retryAfter } = check;
  const goneSince = findGoneSince(before, check, now);
  const times = { last_checked_at: instant(now), gone_since: goneSince };
  const last_responded_at = observed.last_responded_at ?? before?.observed?.last_responded_at ?? null;
  const warnings =
    goneSince !== undefined && isGone(times)
      ? warnOfGone(observed.warnings, goneSince, last_responded_at)
      : observed.warnings;
  const facts = observed.responding === null ? before?.observed : { ...observed, last_responded_at, warnings };
  return {
    verified_at: null,
    last_checked_at: instant(now),
    next_check_by: nextCheckBy(now, goneSince, retryAfter),
    badges: [],
    ...(facts && { observed: facts }),
    ...(goneSince !== undefined && { gone_since: goneSince }),
    results: appendResult(before?.results ?? [], toDayResult(check, now)),
  };
}

/** Returns whether the endpoints of a listing from documentation were gone for 7 days at its last check. */
export function isGone({ gone_since, last_checked_at }: GoneTimes): boolean {
  if (gone_since === undefined || last_checked_at === null) return false;
  return Date.parse(last_checked_at) - Date.parse(gone_since) >= MIN_GONE_MS;
}

interface GoneTimes {
  readonly gone_since?: Instant | undefined;
  readonly last_checked_at: Instant | null;
}

/** Timeouts and server errors neither start nor end the period. A start in the future comes from a wrong clock. */
function findGoneSince(
  before: Observation | undefined,
  { isGone, observed }: DocumentationCheck,
  now: number,
): Instant | undefined {
  const since = before?.gone_since;
  const known = since !== undefined && Date.parse(since) <= now ? since : undefined;
  if (isGone) return known ?? instant(now);
  return observed.responding === true ? undefined : known;
}

function warnOfGone(warnings: readonly Warning[], since: Instant, lastRespondedAt: Instant | null): readonly Warning[] {
  const last = lastRespondedAt === null ? '' : ` One last responded on ${lastRespondedAt.slice(0, 10)}.`;
  const message = `No documented endpoint has been found since ${since.slice(0, 10)}.${last}`;
  const others = warnings.filter(({ code }) => code !== 'endpoint_missing');
  return [...others, { code: 'endpoint_missing', message } as const].sort(
    (a, b) => WARNING_CODES.indexOf(a.code) - WARNING_CODES.indexOf(b.code),
  );
}

function toDayResult({ observed: { responding, response_ms } }: DocumentationCheck, now: number): DayResult {
  return {
    date: instant(now).slice(0, 10),
    outcome: responding === null ? 'inconclusive' : responding ? 'passed' : 'failed',
    ms: response_ms,
    ...(responding !== null && { checks: 1, responding_checks: Number(responding) }),
  };
}
