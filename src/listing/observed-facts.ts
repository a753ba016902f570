import type { DayResult } from '#contract/detail.ts';
import type { Observed } from '#contract/row.ts';
import { MAX_RESULT_DAYS, type Observation } from './observation.ts';
import { instant } from './time/timestamp.ts';

/** Returns the published facts of an observation (design: Observed facts). */
export function observedOf(observation: Observation | undefined): Observed {
  const { responding, endpoints_probed, endpoints_responding, last_responded_at, response_ms, warnings } =
    observation?.observed ?? UNOBSERVED;
  return {
    responding,
    endpoints_probed,
    endpoints_responding,
    last_responded_at,
    uptime_90d: computeUptime(observation?.results ?? []),
    response_ms,
    warnings,
  };
}

/** The facts of a listing that was never checked. */
export const UNOBSERVED: Observed = {
  responding: null,
  endpoints_probed: 0,
  endpoints_responding: 0,
  last_responded_at: null,
  uptime_90d: null,
  response_ms: null,
  warnings: [],
};

const DAY = 86_400_000;

/**
 * The percentage of checks in which an endpoint responded, with two decimals. Null if no check probed endpoints. Omits days
 * that are 90 days or more before the last one, because a listing is not checked every day.
 */
function computeUptime(results: readonly DayResult[]): number | null {
  const last = Date.parse(results.at(-1)?.date ?? '');
  // A stored date can be one that does not exist, such as 2026-13-01.
  const firstDate = Number.isNaN(last) ? '' : instant(last - (MAX_RESULT_DAYS - 1) * DAY).slice(0, 10);
  let [checks, responding] = [0, 0];
  for (const day of results) {
    if (day.date < firstDate) continue;
    checks += day.checks ?? 0;
    responding += day.responding_checks ?? 0;
  }
  // Multiplies first, because 57 / 100 * 10,000 is less than 5,700.
  return checks === 0 ? null : Math.floor((responding * 10_000) / checks) / 100;
}
