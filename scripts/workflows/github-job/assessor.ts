import type { Origin } from '#listing/origin.ts';
import { parseSiteName } from '#listing/site-name.ts';
import type { Decision } from '#submission/acceptance.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { assess } from '#submission/github/review/assessment.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { isLocalForge, jobRegistryDir } from './job.ts';
import { openQuota } from './quota.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks origins and decides on them, until it is closed. */
export interface Assessor {
  readonly assess: (origin: Origin) => Promise<Decision>;
  close(): Promise<void>;
}

/**
 * Opens the admission rule on a job's checkout of the registry (REGISTRY_DIR, `./registry` unless set).
 *
 * Origins on this machine are checked, and exempt from the daily limit, exactly where the forge itself is on this machine:
 * no setting can open that on GitHub.
 */
export async function openAssessor(environment: Environment, repository: Repository): Promise<Assessor> {
  const local = isLocalForge(environment);
  const siteUrl = environment.SITE_URL || `https://github.com/${repository.owner}/${repository.name}`;
  const [quota, refusals] = await Promise.all([openQuota(environment), readBlocklist(jobRegistryDir(environment))]);
  const fetcher = createGuardedFetcher({ siteUrl, siteName: parseSiteName(environment.SITE_NAME), local });
  const place = {
    ...quota,
    repository,
    refusals,
    verify: ({ url }: Origin) => verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error }),
    now: Date.now,
  };
  return { assess: origin => assess(origin, place), close: () => fetcher.close() };
}
