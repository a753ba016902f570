import { fromBase64, toBase64Url } from '#listing/encoding/base64.ts';

/** Names an app to GitHub, and lets it ask for tokens of one installation. */
export interface AppCredentials {
  readonly appId: number;
  /** PEM, PKCS #8: what GitHub hands out is PKCS #1, which `openssl pkcs8 -topk8 -nocrypt` converts. */
  readonly privateKey: string;
  readonly installationId: number;
}

/** Seconds that a token by which an app names itself holds; GitHub takes up to 600. */
const LIFETIME = 540;

/** Seconds by which our clock may be ahead of GitHub's. */
const SKEW = 30;

/**
 * A JSON web token (RS256) by which an app names itself to GitHub. With Web Cryptography alone, so it works in Workers.
 *
 * @param now milliseconds since 1970
 * @throws RangeError when the key is none, fit to show to the operator
 */
export async function appToken({ appId, privateKey }: AppCredentials, now: number): Promise<string> {
  const begin = Math.floor(now / 1000) - SKEW;
  const claims = { iat: begin, exp: begin + SKEW + LIFETIME, iss: String(appId) };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims].map(each => toBase64Url(text(JSON.stringify(each)))).join('.');
  const signature = await crypto.subtle.sign(ALGORITHM, await imported(privateKey), text(signed));
  return `${signed}.${toBase64Url(new Uint8Array(signature))}`;
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

async function imported(pem: string): Promise<CryptoKey> {
  // Environment variables often hold line breaks as two characters.
  const [, base64] =
    /-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----/s.exec(pem.replaceAll('\\n', '\n')) ?? [];
  try {
    const der = fromBase64(base64 ?? '-');
    return await crypto.subtle.importKey('pkcs8', der, ALGORITHM, false, ['sign']);
  } catch (cause) {
    const hint = 'Convert the one from GitHub: openssl pkcs8 -topk8 -nocrypt -in key.pem';
    throw new RangeError(`The app's private key is not an RSA key as PKCS #8 PEM. ${hint}`, { cause });
  }
}

function text(value: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(value);
}
