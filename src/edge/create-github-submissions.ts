import type { Origin } from '#listing/origin.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { recordDraft } from '#submission/github/review/record-draft.ts';
import type { Submissions } from '#submission/submission.ts';
import type { Verification } from '#verify/verify-origin.ts';
import type { Catalog } from './catalog/catalog.ts';

export interface GithubSubmissionsContext {
  /** Checks an origin as it is now. */
  readonly verify: (origin: Origin) => Promise<Verification>;
  readonly catalog: () => Promise<Catalog>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Submissions as pull requests, where a GitHub App's credentials are set: GITHUB_REPOSITORY (`owner/name`),
 * SUBMISSION_APP_ID, SUBMISSION_APP_INSTALLATION_ID, SUBMISSION_APP_PRIVATE_KEY (PKCS #8), and GITHUB_API_URL where it
 * is not GitHub's own.
 *
 * @returns undefined where none of them is set
 * @throws RangeError where only some are
 */
export function createGithubSubmissions(
  settings: Readonly<Record<string, string | undefined>>,
  { verify, catalog, now }: GithubSubmissionsContext,
): Submissions | undefined {
  const names = [
    'GITHUB_REPOSITORY',
    'SUBMISSION_APP_ID',
    'SUBMISSION_APP_INSTALLATION_ID',
    'SUBMISSION_APP_PRIVATE_KEY',
  ];
  if (!isGithubConfigured(settings)) return undefined;
  const missing = names.filter(name => !settings[name]);
  if (missing.length > 0) throw new RangeError(`To submit through GitHub, ${missing.join(' and ')} must be set, too.`);

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
    draft: recordDraft({ repository, verify, now }),
    isLive: async (id, since) => isListedSince(await (await catalog()).listing(id), since),
    now,
  });
}

/** Whether submissions are to go to GitHub. */
export function isGithubConfigured(settings: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(settings.SUBMISSION_APP_ID);
}

/** Whether a listing, as this registry answers with it, is at least as new as a moment. */
function isListedSince(body: string | Uint8Array | undefined, since: string): boolean {
  if (body === undefined) return false;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const { updated_at, verified_at } = JSON.parse(text).data;
  return [updated_at, verified_at].some(time => time !== null && Date.parse(time) >= Date.parse(since));
}
