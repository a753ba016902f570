import { MAX_NEW_LISTINGS_PER_DAY } from '#submission/daily-limit.ts';
import type { LandingQuota } from '#submission/github/landing-quota.ts';
import { loadIndex } from '#submission/local/load-index.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { isLocalForge, jobRegistryDir } from './job.ts';

/**
 * The daily quota, with the records of the job's checkout. Origins on this machine are exempt exactly if the forge itself is
 * on this machine.
 */
export async function openQuota(environment: Readonly<Record<string, string | undefined>>): Promise<LandingQuota> {
  const isLocal = isLocalForge(environment);
  return {
    index: await loadIndex(jobRegistryDir(environment)),
    limitFor: ({ host }) => (isLocal && isLoopbackHost(host) ? undefined : MAX_NEW_LISTINGS_PER_DAY),
  };
}
