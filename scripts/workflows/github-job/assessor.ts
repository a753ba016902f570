import type { Origin } from '#listing/origin.ts';
import { parseSiteName } from '#listing/site-name.ts';
import type { Decision } from '#submission/acceptance.ts';
import { MAX_NEW_LISTINGS_PER_DAY } from '#submission/daily-limit.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { assess } from '#submission/github/review/assessment.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { loadIndex } from '#submission/local/load-index.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';

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
  const local = isLoopbackHost(new URL(environment.GITHUB_API_URL || 'https://api.github.com').hostname);
  const registryDir = environment.REGISTRY_DIR || './registry';
  const siteUrl = environment.SITE_URL || `https://github.com/${repository.owner}/${repository.name}`;
  const [index, refusals] = await Promise.all([loadIndex(registryDir), readBlocklist(registryDir)]);
  const fetcher = createGuardedFetcher({ siteUrl, siteName: parseSiteName(environment.SITE_NAME), local });
  const place = {
    repository,
    index,
    refusals,
    limitFor: ({ host }: Origin) => (local && isLoopbackHost(host) ? undefined : MAX_NEW_LISTINGS_PER_DAY),
    verify: ({ url }: Origin) => verifyOrigin(url, { fetcher, now: Date.now, onFault: console.error }),
    now: Date.now,
  };
  return { assess: origin => assess(origin, place), close: () => fetcher.close() };
}
