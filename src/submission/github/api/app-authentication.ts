import { Octokit } from 'octokit';
import { isStatus } from './api-error.ts';
import { type AppCredentials, appToken } from './app-token.ts';

interface InstallationToken {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** The time in milliseconds before its expiry at which a token is no longer used. */
const MARGIN = 5 * 60_000;

/**
 * Authenticates a client as an app installation. Caches the token until it expires, after about an hour. It never
 * caches a pending request, because in Workers one request must not wait for another's.
 *
 * @param tokenClient an unauthenticated client, to request tokens
 */
export function actAsApp(octokit: Octokit, tokenClient: Octokit, credentials: AppCredentials): void {
  let cached: InstallationToken | undefined;

  async function token(): Promise<string> {
    if (!cached || cached.endsAt - MARGIN < Date.now()) cached = await installationToken(tokenClient, credentials);
    return cached.token;
  }

  octokit.hook.wrap('request', async (request, options) => {
    const used = await token();
    try {
      return await request({ ...options, headers: { ...options.headers, authorization: `token ${used}` } });
    } catch (error) {
      // The token was revoked early, so GitHub did nothing. Retry once with a new token.
      if (!isStatus(error, 401)) throw error;
      if (cached?.token === used) cached = undefined;
      return request({ ...options, headers: { ...options.headers, authorization: `token ${await token()}` } });
    }
  });
}

export interface TokenOptions {
  readonly apiUrl: string | undefined;
  /** A subset of the permissions of the App. */
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
}

/** Creates a token of an app installation with fewer permissions than the app has. */
export async function createInstallationToken(
  credentials: AppCredentials,
  { apiUrl, permissions }: TokenOptions,
): Promise<string> {
  const octokit = new Octokit({
    baseUrl: apiUrl ?? 'https://api.github.com',
    userAgent: 'api-registry',
    retry: { enabled: false },
    throttle: { enabled: false },
  });
  return (await installationToken(octokit, credentials, permissions)).token;
}

async function installationToken(
  tokenClient: Octokit,
  credentials: AppCredentials,
  permissions?: TokenOptions['permissions'],
): Promise<InstallationToken> {
  const { data } = await tokenClient.request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id: credentials.installationId,
    ...(permissions && { permissions }),
    headers: { authorization: `bearer ${await appToken(credentials, Date.now())}` },
  });
  return { token: data.token, endsAt: Date.parse(data.expires_at) };
}
