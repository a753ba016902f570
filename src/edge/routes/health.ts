import type { Health } from '#contract/health.ts';
import { listedCount, type Summary } from '../catalog/catalog.ts';
import { metaOf, SERVICE_VERSION } from '../http/envelope.ts';

/**
 * `GET /health`: that the registry answers, which version of it, and how old its data is. Its main members stand at the
 * top level, too, where simple probes look.
 *
 * @param now milliseconds since 1970; without it, as in the file twin, the age of the data is not told
 * @param problems sentences about what does not work; with any, the status is `degraded`
 */
export function health(summary: Summary, now?: number, problems: readonly string[] = []): string {
  const status = problems.length > 0 ? 'degraded' : 'healthy';
  const reported = { service: 'API registry', version: SERVICE_VERSION, status } as const;
  const { commit, generated_at, last_run_at, next_check_by, statuses } = summary;
  const data: Health = {
    ...reported,
    ...(problems.length > 0 && { problems }),
    commit,
    listings: listedCount(summary),
    listings_by_status: statuses,
    generated_at,
    ...(now !== undefined && { index_age_seconds: ageOf(generated_at, now) }),
    last_run_at,
    next_check_by,
  };
  return JSON.stringify({
    ...reported,
    meta: metaOf('Whether the registry answers, and how old its data is.'),
    data,
  });
}

/** Whole seconds; data from the future, by a clock that was set back, is new. */
function ageOf(moment: string | null, now: number): number | null {
  return moment === null ? null : Math.max(0, Math.floor((now - Date.parse(moment)) / 1000));
}
