import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '#scripts/fake-github/fake-github.ts';
import { createError } from '#scripts/fake-github/reply.ts';
import { createJobAppToken } from '#scripts/workflows/github-job/app-token.ts';
import { isStatus } from './api-error.ts';
import { appToken } from './app-token.ts';
import { githubClient } from './client.ts';

const ACCESS = 'POST /app/installations/{installation_id}/access_tokens';
let github: FakeGithub;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'Records.' }] });
});

afterEach(async () => {
  await github.close();
  expect(github.deviations).toEqual([]);
});

test('requests one installation token and uses it until GitHub rejects it', async () => {
  const octokit = client();
  await read(octokit);
  await read(octokit);
  expect(github.log.filter(each => each.startsWith(ACCESS))).toHaveLength(1);
  github.state.tokens.clear();
  expect((await read(octokit)).status).toBe(200);
  expect(github.log.filter(each => each === ACCESS)).toHaveLength(2);
});

test('fails if GitHub rejects the key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await expect(read(client(other))).rejects.toMatchObject({ status: 401 });
});

test('does not report an uninstalled App as a missing branch', async () => {
  github.injections.add({ operation: ACCESS, reply: createError(404, 'Not Found') });
  const error = await read(client()).catch(failure => failure);
  expect(error).toMatchObject({ name: 'AppCredentialsError', status: 404 });
  expect(error.message).toContain('Check the id, the installation, and the private key of the App.');
  expect(isStatus(error, 404)).toBe(false);
});

test('creates the token of a job despite an error of GitHub', async () => {
  github.injections.add({ operation: ACCESS, reply: createError(502, 'Bad Gateway') });
  const { id, installation, privateKey } = github.app;
  const app = { APP_ID: String(id), APP_INSTALLATION_ID: String(installation), APP_PRIVATE_KEY: privateKey };
  const token = await createJobAppToken({ ...app, GITHUB_API_URL: github.address }, 'read');
  expect(github.state.tokens.get(token ?? '')).toMatchObject({ permissions: { contents: 'read' } });
});

test('accepts escaped line breaks in a key from the environment', async () => {
  expect((await read(client(github.app.privateKey.replaceAll('\n', '\\n')))).status).toBe(200);
});

test('explains how to convert a key in another format', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), '', 'no key'];
  for (const key of keys) {
    const credentials = { appId: 1, installationId: 1, privateKey: key };
    await expect(appToken(credentials, 0)).rejects.toThrow(/openssl pkcs8/);
  }
});

function client(privateKey = github.app.privateKey) {
  const { id: appId, installation: installationId } = github.app;
  return githubClient({ apiUrl: github.address, credentials: { appId, installationId, privateKey } });
}

function read(octokit: ReturnType<typeof client>) {
  const place = { owner: github.owner, repo: github.name, branch: 'main' };
  return octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', place);
}
