import githubAppJwt from 'universal-github-app-jwt';

/** The credentials of an app and the id of one of its installations. */
export interface AppCredentials {
  readonly appId: number;
  /** A key in PKCS #8 PEM. GitHub provides PKCS #1; convert it with `openssl pkcs8 -topk8 -nocrypt`. */
  readonly privateKey: string;
  readonly installationId: number;
}

/**
 * Creates the JSON web token (RS256) that authenticates an app to GitHub for ten minutes. Works in Workers.
 *
 * @param now milliseconds since 1970
 * @throws RangeError if the key is invalid, with a message for the operator
 */
export async function appToken({ appId, privateKey }: AppCredentials, now: number): Promise<string> {
  try {
    // Workers cannot convert PKCS #1, so Node rejects it, too.
    if (!privateKey.includes('-----BEGIN PRIVATE KEY-----')) throw new Error('The key is not in PKCS #8 PEM.');
    const { token } = await githubAppJwt({ id: appId, privateKey, now: Math.floor(now / 1000) });
    return token;
  } catch (cause) {
    const hint = 'Convert the key from GitHub: openssl pkcs8 -topk8 -nocrypt -in key.pem';
    throw new RangeError(`The private key of the app is not an RSA key in PKCS #8 PEM. ${hint}`, { cause });
  }
}
