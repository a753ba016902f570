import { fromBase64, toBase64Url } from '#listing/encoding/base64.ts';

/** The credentials of an app and the id of one of its installations. */
export interface AppCredentials {
  readonly appId: number;
  /** A key in PKCS #8 PEM. GitHub provides PKCS #1; convert it with `openssl pkcs8 -topk8 -nocrypt`. */
  readonly privateKey: string;
  readonly installationId: number;
}

/** The lifetime of an app token in seconds. GitHub accepts up to 600. */
const LIFETIME = 540;

/** The maximum number of seconds that our clock may be ahead of that of GitHub. */
const SKEW = 30;

/**
 * Creates the JSON web token (RS256) that authenticates an app to GitHub. Uses only Web Crypto, so it works in Workers.
 *
 * @param now milliseconds since 1970
 * @throws RangeError if the key is invalid, with a message for the operator
 */
export async function appToken({ appId, privateKey }: AppCredentials, now: number): Promise<string> {
  const begin = Math.floor(now / 1000) - SKEW;
  const claims = { iat: begin, exp: begin + SKEW + LIFETIME, iss: String(appId) };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims].map(each => toBase64Url(text(JSON.stringify(each)))).join('.');
  const signature = await crypto.subtle.sign(ALGORITHM, await importKey(privateKey), text(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

async function importKey(pem: string): Promise<CryptoKey> {
  // Environment variables often hold line breaks as two characters.
  const [, base64] =
    /-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----/s.exec(pem.replaceAll('\\n', '\n')) ?? [];
  try {
    const der = fromBase64(base64 ?? '-');
    return await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  } catch (cause) {
    const hint = 'Convert the key from GitHub: openssl pkcs8 -topk8 -nocrypt -in key.pem';
    throw new RangeError(`The private key of the app is not an RSA key in PKCS #8 PEM. ${hint}`, { cause });
  }
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(value);
}
