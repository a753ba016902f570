import { createVerify, randomBytes } from 'node:crypto';
import { type Call, errorReply, notFound, type Reply, type Routes } from '../reply.ts';
import { type Actor, type FakeGithubState, moment, type Permissions } from '../state.ts';

/** What the submission app was granted when it was installed. */
const APP_PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  checks: 'read',
};

/** The one thing that an app does with its own key: it asks for a token of its installation. */
export const installationRoutes: Routes = {
  'POST /app/installations/{installation_id}/access_tokens': { handle: accessToken },
};

function accessToken({ forge, params, body }: Call): Reply {
  if (Number(params.installation_id) !== forge.app.installation) return notFound();
  const permissions: Permissions = body?.permissions ?? APP_PERMISSIONS;
  const { slug, id } = forge.app;
  const token = giveToken(forge, { account: { id, login: `${slug}[bot]`, type: 'Bot' }, permissions, app: slug });
  const expires_at = new Date(forge.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
  return { status: 201, body: { token, expires_at, permissions, repository_selection: 'selected' } };
}

/** A new token that lets its holder act so. */
export function giveToken(forge: FakeGithubState, actor: Actor): string {
  const token = `ghs_${randomBytes(18).toString('hex')}`;
  forge.tokens.set(token, actor);
  return token;
}

/** Checks the token by which an app names itself; the fault if it is not one, or not this app's. */
export function findAppTokenError(forge: FakeGithubState, token: string): Reply | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  if (!verify.verify(forge.app.publicKey, signature, 'base64url')) {
    return errorReply(401, 'A JSON web token could not be decoded');
  }
  const { iss, iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const now = Date.parse(moment(forge)) / 1000;
  if (String(iss) !== String(forge.app.id)) return errorReply(401, 'Integration must generate a public key');
  if (exp > iat + 660) return errorReply(401, "'Expiration time' claim ('exp') is too far in the future");
  // GitHub's clock and ours may differ by a little.
  return iat > now + 5 || exp < now ? errorReply(401, "'Issued at' claim ('iat') is off") : undefined;
}
