import { MAX_NEW_LISTINGS_PER_DAY } from '#submission/daily-limit.ts';
import { isLocalGithub } from '#submission/github/api/is-local-github.ts';
import type { LandingQuota } from '#submission/github/landing-quota.ts';
import { loadIndex } from '#submission/local/load-index.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { getRegistryDir } from './job.ts';

/** Creates the daily quota from the checked-out records. Loopback origins are exempt only if the GitHub API is on loopback too. */
export async function createQuota(environment: Readonly<Record<string, string | undefined>>): Promise<LandingQuota> {
  const isLocal = isLocalGithub(environment);
  return {
    index: await loadIndex(getRegistryDir(environment)),
    limitFor: ({ host }) => (isLocal && isLoopbackHost(host) ? undefined : MAX_NEW_LISTINGS_PER_DAY),
  };
}
