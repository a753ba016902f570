import { createVerify, randomBytes } from 'node:crypto';
import { type Call, createError, createNotFound, type Reply, type Routes } from '../reply.ts';
import { appConversionShape } from '../shapes/installation.ts';
import { type Actor, APP_PERMISSIONS, type FakeGithubState, getTimestamp, type Permissions } from '../state.ts';

/** The only request that an app makes with its own key: it creates a token for its installation. */
export const installationRoutes: Routes = {
  'POST /app/installations/{installation_id}/access_tokens': { handle: accessToken },
  'POST /app-manifests/{code}/conversions': { needs: 'none', handle: convertManifest },
};

function accessToken({ github, params, body }: Call): Reply {
  if (Number(params.installation_id) !== github.app.installation) return createNotFound();
  const permissions: Permissions = body?.permissions ?? APP_PERMISSIONS;
  const { slug, id } = github.app;
  const token = createToken(github, { account: { id, login: `${slug}[bot]`, type: 'Bot' }, permissions, app: slug });
  const expires_at = new Date(github.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
  return { status: 201, body: { token, expires_at, permissions, repository_selection: 'selected' } };
}

/** Exchanges the code of a new app for its key. A code works once. */
function convertManifest({ github, params }: Call): Reply {
  if (!github.settings.appCodes.delete(params.code ?? '')) return createNotFound();
  return { status: 201, body: appConversionShape(github, github.appKey) };
}

/** Creates a token for an actor. */
export function createToken(github: FakeGithubState, actor: Actor): string {
  const token = `ghs_${randomBytes(18).toString('hex')}`;
  github.tokens.set(token, actor);
  return token;
}

/** Checks the JWT of the app. Returns the error response if it is invalid. */
export function findAppTokenError(github: FakeGithubState, token: string): Reply | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  if (!verify.verify(github.app.publicKey, signature, 'base64url')) {
    return createError(401, 'A JSON web token could not be decoded');
  }
  const { iss, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const now = Date.parse(getTimestamp(github)) / 1000;
  if (String(iss) !== String(github.app.id)) return createError(401, 'Integration must generate a public key');
  if (exp > iat + 660) return createError(401, "'Expiration time' claim ('exp') is too far in the future");
  // Allows a small difference between the clocks.
  return iat > now + 5 || exp < now ? createError(401, "'Issued at' claim ('iat') is off") : undefined;
}
