import { createInstallationToken } from '#submission/github/api/app-authentication.ts';
import { anonymousClient } from '#submission/github/api/client.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { getAppCredentials, jobTime } from './job.ts';

/** The permissions of a job with the token of the submission App. */
export type TokenScope = 'read' | 'write';

const PERMISSIONS = {
  read: { contents: 'read', pull_requests: 'read' },
  write: { pull_requests: 'write' },
} as const;

/**
 * Creates a token of the submission App with only the permissions of a job. Reads the variables of `getAppCredentials`
 * and GITHUB_API_URL. Retries as all requests of jobs do: without a token, the review would wait for the workflow Sweep.
 *
 * @returns undefined without APP_ID or APP_PRIVATE_KEY; jobs then use their own token
 */
export async function createJobAppToken(
  environment: Readonly<Record<string, string | undefined>>,
  scope: TokenScope,
): Promise<string | undefined> {
  if (!environment.APP_ID || !environment.APP_PRIVATE_KEY) return undefined;
  const client = withRetry(anonymousClient({ apiUrl: environment.GITHUB_API_URL || undefined }), jobTime);
  return createInstallationToken(client, getAppCredentials(environment), PERMISSIONS[scope]);
}
