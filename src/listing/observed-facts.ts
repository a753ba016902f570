import type { DayResult } from '#contract/detail.ts';
import type { Observed } from '#contract/row.ts';
import type { Observation } from './observation.ts';

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

/** The percentage of checks in which an endpoint responded, with two decimals. Null if no check probed endpoints. */
function computeUptime(results: readonly DayResult[]): number | null {
  let [checks, responding] = [0, 0];
  for (const day of results) {
    checks += day.checks ?? 0;
    responding += day.responding_checks ?? 0;
  }
  return checks === 0 ? null : Math.floor((responding / checks) * 10_000) / 100;
}
