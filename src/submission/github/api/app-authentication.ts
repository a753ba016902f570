import { type Octokit, RequestError } from 'octokit';
import { getRetryDelay, isStatus } from './api-error.ts';
import { type AppCredentials, appToken } from './app-token.ts';
import { expectShape } from './expect-shape.ts';

/**
 * GitHub rejected the credentials of the App, for example because the App was uninstalled. It is not a `RequestError`,
 * because the status of this request does not concern the request that needs the token: a 404 does not mean that a pull
 * request does not exist.
 */
export class AppCredentialsError extends RangeError {
  override readonly name = 'AppCredentialsError';
  readonly status: number;

  constructor(cause: RequestError) {
    const check = 'Check the id, the installation, and the private key of the App.';
    super(`GitHub rejected the credentials of the submission App (status ${cause.status}). ${check}`, { cause });
    this.status = cause.status;
  }
}

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

/** A subset of the permissions of the App. */
export type TokenPermissions = Readonly<Record<string, 'read' | 'write'>>;

/**
 * Creates a token of an app installation with fewer permissions than the app has.
 *
 * @param tokenClient an unauthenticated client
 * @throws AppCredentialsError if GitHub rejects the credentials
 */
export async function createInstallationToken(
  tokenClient: Octokit,
  credentials: AppCredentials,
  permissions: TokenPermissions,
): Promise<string> {
  return (await installationToken(tokenClient, credentials, permissions)).token;
}

async function installationToken(
  tokenClient: Octokit,
  credentials: AppCredentials,
  permissions?: TokenPermissions,
): Promise<InstallationToken> {
  const authorization = `bearer ${await appToken(credentials, Date.now())}`;
  const { data } = await tokenClient
    .request('POST /app/installations/{installation_id}/access_tokens', {
      installation_id: credentials.installationId,
      ...(permissions && { permissions }),
      headers: { authorization },
    })
    .catch(error => {
      const isRetryable = !(error instanceof RequestError) || getRetryDelay(error, Date.now()) !== undefined;
      throw isRetryable ? error : new AppCredentialsError(error);
    });
  const { token, expires_at } = expectShape(data, typeof data.token === 'string' && data.token !== '');
  return { token, endsAt: Date.parse(expires_at) };
}
