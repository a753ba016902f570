import type { Octokit } from 'octokit';
import { isStatus } from './api-error.ts';
import { type AppCredentials, appToken } from './app-token.ts';

interface InstallationToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Milliseconds before its end from which on a token is not used any more. */
const MARGIN = 5 * 60_000;

/**
 * Lets a client act as an app where it is installed. A token is kept for as long as it holds, about an hour; only the
 * token, never a question under way, because in Workers one request must not wait for another's.
 *
 * @param asking a client without rights, to ask for tokens with
 */
export function actAsApp(octokit: Octokit, asking: Octokit, credentials: AppCredentials): void {
  let kept: InstallationToken | undefined;

  async function token(): Promise<string> {
    if (!kept || kept.endsAt - MARGIN < Date.now()) kept = await installationToken(asking, credentials);
    return kept.token;
  }

  octokit.hook.wrap('request', async (request, options) => {
    const used = await token();
    try {
      return await request({ ...options, headers: { ...options.headers, authorization: `token ${used}` } });
    } catch (error) {
      // It was revoked before its time, so nothing was done; a new one tells whether that is all.
      if (!isStatus(error, 401)) throw error;
      if (kept?.token === used) kept = undefined;
      return request({ ...options, headers: { ...options.headers, authorization: `token ${await token()}` } });
    }
  });
}

async function installationToken(asking: Octokit, credentials: AppCredentials): Promise<InstallationToken> {
  const { data } = await asking.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: credentials.installationId,
    headers: { authorization: `bearer ${await appToken(credentials, Date.now())}` },
  });
  return { token: data.token, endsAt: Date.parse(data.expires_at) };
}
