import type { Origin } from '#listing/origin.ts';
import type { Decision } from '#submission/acceptance.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { assess } from '#submission/github/review/assessment.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { getRegistryDir, isLocalGithub } from './job.ts';
import { createQuota } from './quota.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks origins and applies the acceptance rule. */
export interface Assessor {
  readonly assess: (origin: Origin) => Promise<Decision>;
  close(): Promise<void>;
}

/**
 * Creates an assessor for the checked-out registry (REGISTRY_DIR, default: `./registry`).
 *
 * Loopback origins are allowed, and exempt from the daily limit, only if the GitHub API is on loopback too. No setting can
 * allow them on GitHub.
 */
export async function createAssessor(environment: Environment, repository: Repository): Promise<Assessor> {
  const local = isLocalGithub(environment);
  const siteUrl = environment.SITE_URL || `https://github.com/${repository.owner}/${repository.name}`;
  const [quota, refusals] = await Promise.all([createQuota(environment), readBlocklist(getRegistryDir(environment))]);
  const fetcher = createGuardedFetcher({ siteUrl, local });
  const context = {
    ...quota,
    repository,
    refusals,
    verify: ({ url }: Origin) => verifyOrigin(url, { fetcher, now: Date.now, onError: console.error }),
    now: Date.now,
  };
  return { assess: origin => assess(origin, context), close: () => fetcher.close() };
}
