import type { Health } from '#contract/health.ts';
import { VERSION } from '#manifest/version.ts';
import { listedCount, type Summary } from '../catalog/catalog.ts';
import { metaOf } from '../http/envelope.ts';

/**
 * Handles `GET /health`: returns the status of the registry, its version, and the age of its data. The main members are
 * repeated at the top level, for simple health probes.
 *
 * @param now milliseconds since 1970; without it, as in the static file, the response has no age
 * @param problems known problems, one sentence each; with any, the status is `degraded`
 */
export function health(summary: Summary, siteName: string, now?: number, problems: readonly string[] = []): string {
  const status = problems.length > 0 ? 'degraded' : 'healthy';
  const reported = { service: siteName, version: VERSION, status } as const;
  const { commit, generated_at, last_run_at, next_check_by, revalidation, statuses } = summary;
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
    revalidation,
  };
  return JSON.stringify({
    ...reported,
    meta: metaOf('Health of the registry and age of its data.'),
    data,
  });
}

/** The age in whole seconds; 0 for data from the future, which occurs after the clock was set back. */
function ageOf(moment: string | null, now: number): number | null {
  return moment === null ? null : Math.max(0, Math.floor((now - Date.parse(moment)) / 1000));
}
