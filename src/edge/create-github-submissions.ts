import type { Detail } from '#contract/detail.ts';
import type { Origin } from '#listing/origin.ts';
import type { CheckLimit } from '#submission/check-limit.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { recordDraft } from '#submission/github/review/record-draft.ts';
import { SubmissionError, type Submissions } from '#submission/submission.ts';
import type { Verification } from '#verify/verify-origin.ts';
import type { Catalog } from './catalog/catalog.ts';
import { readDetail } from './routes/listings.ts';

export interface GithubSubmissionsContext {
  /** Runs the live checks on an origin. */
  readonly verify: (origin: Origin) => Promise<Verification>;
  readonly checkLimit: CheckLimit;
  readonly catalog: () => Promise<Catalog> | Catalog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Creates the service that opens a pull request for each submission. It needs the credentials of a GitHub App:
 * GITHUB_REPOSITORY (`owner/name`), SUBMISSION_APP_ID, SUBMISSION_APP_INSTALLATION_ID, SUBMISSION_APP_PRIVATE_KEY
 * (PKCS #8), and GITHUB_API_URL for GitHub Enterprise.
 *
 * @returns undefined if SUBMISSION_APP_ID is not set
 * @throws RangeError if a required setting is missing or invalid
 */
export function createGithubSubmissions(
  settings: Readonly<Record<string, string | undefined>>,
  { verify, checkLimit, catalog, now }: GithubSubmissionsContext,
): Submissions | undefined {
  const names = [
    'GITHUB_REPOSITORY',
    'SUBMISSION_APP_ID',
    'SUBMISSION_APP_INSTALLATION_ID',
    'SUBMISSION_APP_PRIVATE_KEY',
  ];
  if (!isGithubConfigured(settings)) return undefined;
  const missing = names.filter(name => !settings[name]);
  if (missing.length > 0) throw new RangeError(`Submissions through GitHub also need ${missing.join(' and ')}.`);
  if (!/^[\w.-]+\/[\w.-]+$/.test(settings.GITHUB_REPOSITORY ?? ''))
    throw new RangeError(
      `GITHUB_REPOSITORY is "${settings.GITHUB_REPOSITORY}", but must be owner/name, such as example/api-registry.`,
    );
  const invalid = ['SUBMISSION_APP_ID', 'SUBMISSION_APP_INSTALLATION_ID'].find(
    name => !/^[1-9]\d*$/.test(settings[name] ?? ''),
  );
  if (invalid !== undefined)
    throw new RangeError(
      `${invalid} is "${settings[invalid]}", but must be the number that GitHub shows, such as 123456.`,
    );

  const [owner = '', name = ''] = settings.GITHUB_REPOSITORY?.split('/') ?? [];
  const octokit = githubClient({
    apiUrl: settings.GITHUB_API_URL,
    credentials: {
      appId: Number(settings.SUBMISSION_APP_ID),
      installationId: Number(settings.SUBMISSION_APP_INSTALLATION_ID),
      privateKey: settings.SUBMISSION_APP_PRIVATE_KEY ?? '',
    },
  });
  const repository = { octokit, owner, name, base: 'main' };
  return githubSubmissions({
    repository,
    draft: recordDraft({ repository, verify: origin => checkLimit.run(origin, () => verify(origin)), now }),
    isLive: async (id, since) => isListedSince(await readDetail(id, await catalog()), since),
    now,
  });
}

/**
 * Creates the same service for a Worker. With an invalid setting, only submissions are unavailable, because a secret of a
 * Worker can be deleted while it serves.
 *
 * @param onError called with the invalid setting
 */
export function createWorkerSubmissions(
  settings: Readonly<Record<string, string | undefined>>,
  context: GithubSubmissionsContext,
  onError: (error: unknown) => void,
): Submissions | undefined {
  try {
    return createGithubSubmissions(settings, context);
  } catch (error) {
    onError(error);
    const reject = async () => {
      throw new SubmissionError('unavailable', 'The registry accepts no submissions at the moment.', {
        retryAfter: 3600,
      });
    };
    return { submit: reject, status: reject };
  }
}

/** Whether submissions go to GitHub. */
export function isGithubConfigured(settings: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(settings.SUBMISSION_APP_ID);
}

/** Whether this registry already serves a listing that was updated or verified at or after a time. */
function isListedSince(detail: Detail | undefined, since: string): boolean {
  if (detail === undefined) return false;
  const { updated_at, verified_at } = detail;
  return [updated_at, verified_at].some(time => time !== null && Date.parse(time) >= Date.parse(since));
}
