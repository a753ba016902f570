import type { Origin } from '#listing/origin.ts';
import { parseSiteName } from '#listing/site-name.ts';
import type { Decision } from '#submission/acceptance.ts';
import { NETWORK_RETRY, retryRemoteWork } from '#submission/git/retry-remote-work.ts';
import { isLocalGithub } from '#submission/github/api/is-local-github.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { assess, OBSERVATIONS_BRANCH, type ReadFile } from '#submission/github/review/assessment.ts';
import { openLanding } from '#submission/github/review/landing.ts';
import { readBlocklist } from '#submission/local/blocklist-file.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { getJobRemote, getRegistryDir } from './job.ts';
import { createQuota } from './quota.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Checks origins and applies the acceptance rule. */
export interface Assessor {
  readonly assess: (origin: Origin) => Promise<Decision>;
  /** Reads a record of the base branch. */
  readonly readRecord: ReadFile;
  /** Reads an observation. */
  readonly readObservation: ReadFile;
  close(): Promise<void>;
}

/**
 * Creates an assessor for the checked-out registry (REGISTRY_DIR, default: `./registry`). It reads records and
 * observations with git, which takes no requests of the GitHub API.
 *
 * Loopback origins are allowed, and exempt from the daily limit, only if the GitHub API is on loopback too. No setting can
 * allow them on GitHub.
 */
export async function createAssessor(environment: Environment, repository: Repository): Promise<Assessor> {
  const local = isLocalGithub(environment);
  const siteUrl = environment.SITE_URL || `https://github.com/${repository.owner}/${repository.name}`;
  const landing = await openLanding(getJobRemote(environment));
  const readFrom =
    (branch: string): ReadFile =>
    async path =>
      (await landing.read(branch, [path]))[0];
  const [quota, blocklist] = await Promise.all([
    createQuota(environment),
    readBlocklist(getRegistryDir(environment)),
    retryRemoteWork(() => landing.refresh(repository.base, OBSERVATIONS_BRANCH), NETWORK_RETRY),
  ]);
  const siteName = parseSiteName(environment.SITE_NAME);
  const fetcher = createGuardedFetcher({ siteUrl, siteName, local, blocklist });
  const readRecord = readFrom(repository.base);
  const readObservation = readFrom(OBSERVATIONS_BRANCH);
  const context = {
    ...quota,
    readRecord,
    readObservation,
    blocklist,
    verify: ({ url }: Origin) => verifyOrigin(url, { fetcher, now: Date.now, onError: console.error }),
    now: Date.now,
  };
  return {
    assess: origin => assess(origin, context),
    readRecord,
    readObservation,
    close: async () => void (await Promise.all([fetcher.close(), landing.close()])),
  };
}
