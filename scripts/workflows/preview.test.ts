import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listPreviewSteps, PREVIEW_CONFIG } from '#setup/cloudflare/cloudflare-steps.ts';
import { createPreviewHostStep } from '#setup/cloudflare/preview-host.ts';
import { wrangler } from '#setup/cloudflare/wrangler.ts';
import { sampleSettings } from '#setup/deployment-settings.fixture.ts';
import { runSteps } from '#setup/run-steps.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { type FakeCloudflare, startFakeCloudflare } from '../fake-cloudflare/fake-cloudflare.ts';
import { interpolate } from '../fake-github/actions/expression.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep } from '../fake-github/job.ts';

const PRODUCTION = '0123456789abcdef0123456789abcdef';
const PREVIEW = 'fedcba9876543210fedcba9876543210';
/** The time limit in milliseconds of a test that runs wrangler several times. */
const MANY_COMMANDS = 240_000;
const HEAD = '0123456789abcdef0123456789abcdef01234567';

let cloudflare: FakeCloudflare;
let github: FakeGithub;
let folder: string;

beforeEach(async () => {
  cloudflare = await startFakeCloudflare({ production: [PRODUCTION], preview: [PREVIEW], both: [PRODUCTION, PREVIEW] });
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }] });
  folder = await makeTemporaryFolder('preview-');
  process.env.CLOUDFLARE_API_BASE_URL = cloudflare.apiUrl;
  // The build of a pull request, as the workflow unpacks it.
  await mkdir(path.join(folder, 'dist'));
  await mkdir(path.join(folder, 'preview'));
  await writeFile(path.join(folder, 'dist/index.html'), '<!doctype html>');
  await writeFile(path.join(folder, 'preview/worker.js'), 'export default { fetch: () => new Response("Hello") };\n');
});
afterEach(async () => {
  delete process.env.CLOUDFLARE_API_BASE_URL;
  expect([cloudflare.unknown, github.deviations]).toEqual([[], []]);
  await Promise.all([cloudflare.close(), github.close(), removeFolder(folder)]);
});

test('uploads a version with its own URL, comments once, and leaves the deployed version', {
  timeout: MANY_COMMANDS,
}, async () => {
  await deployPreviewWorker();
  const worker = cloudflare.accounts.get(PREVIEW)?.get('api-registry-preview');
  const deployed = worker?.deployed;
  const thread = await openPull();
  for (const run of [1, 2])
    expect(await preview(thread.number, 'preview', PREVIEW), `run ${run}`).toMatchObject({ code: 0 });
  expect(worker?.deployed).toBe(deployed);
  expect([...(worker?.previews ?? [])]).toEqual([['pr-1', worker?.versions.at(-1)]]);
  expect(thread.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining(`Preview of ${HEAD}: https://pr-1-api-registry-preview.acme.workers.dev`),
  ]);
  expect(worker?.secrets.size).toBe(0);

  // Setup stores the host, so that the files of a preview link to the same URL.
  const octokit = githubClient({ apiUrl: github.address, credentials: { token: github.userToken() } });
  const step = createPreviewHostStep(
    { octokit, owner: 'acme', repo: 'registry', settings: sampleSettings() },
    { wrangler, account: { id: PREVIEW, token: 'preview' } },
  );
  expect(await runSteps([step], { dryRun: false, log: () => undefined })).toEqual({ done: 0, changed: 1, pending: 0 });
  const { jobs } = parse(await readFile('.github/workflows/preview-build.yml', 'utf8'));
  const getUrl = (vars: Readonly<Record<string, string>>) =>
    interpolate(jobs.build.env.REGISTRY_URL, { vars, github: { event: { pull_request: { number: 1 } } } });
  expect(getUrl(Object.fromEntries(github.state.settings.variables))).toBe(
    'https://pr-1-api-registry-preview.acme.workers.dev',
  );
  expect(getUrl({})).toBe('');
});

test('cannot change the registry with the token for previews', { timeout: MANY_COMMANDS }, async () => {
  const account = { id: PRODUCTION, token: 'production' };
  await wrangler(['secret', 'put', 'SUBMISSION_APP_PRIVATE_KEY'], { quiet: true, input: 'key', account });
  const before = JSON.stringify([...(cloudflare.accounts.get(PRODUCTION)?.get('api-registry')?.versions ?? [])]);
  const stolen = { id: PRODUCTION, token: 'preview' };
  for (const args of [
    ['deploy', '--config', PREVIEW_CONFIG, '--name', 'api-registry'],
    ['secret', 'put', 'SUBMISSION_APP_PRIVATE_KEY'],
    ['rollback', '11111111-1111-4111-8111-111111111111', '--yes'],
  ]) {
    expect(await wrangler(args, { quiet: true, input: 'stolen', account: stolen }), args.join(' ')).toMatchObject({
      ok: false,
    });
  }
  const worker = cloudflare.accounts.get(PRODUCTION)?.get('api-registry');
  expect(JSON.stringify(worker?.versions)).toBe(before);
  expect([...(worker?.secrets.values() ?? [])]).toEqual(['key']);
  const thread = await openPull();
  expect(await preview(thread.number, 'preview', PRODUCTION)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Cannot upload the preview'),
  });
  expect(thread.comments).toEqual([]);
});

test('setup creates the Worker for previews once', { timeout: MANY_COMMANDS }, async () => {
  const { steps, log } = createSteps('preview');
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 2, changed: 1, pending: 0 });
  expect(await runSteps(steps, { dryRun: false, log })).toEqual({ done: 3, changed: 0, pending: 0 });
});

test('setup stops at a token for previews that can edit the Workers of the registry', async () => {
  const { steps, lines, log } = createSteps('both');
  expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ pending: 2 });
  expect(lines.join('\n')).toContain('Missing: a token that cannot edit the Workers of the registry.');
  expect(cloudflare.changes).toEqual([]);
});

test('setup names a token that Cloudflare rejects', async () => {
  const { steps, lines, log } = createSteps('wrong');
  expect(await runSteps(steps, { dryRun: false, log })).toMatchObject({ pending: 3 });
  expect(lines[0]).toMatch(/needs you\. Missing: a valid token \(.*code 1000\)/);
});

function createSteps(token: string) {
  const lines: string[] = [];
  const steps = listPreviewSteps({ wrangler, productionAccountId: PRODUCTION, account: { id: PREVIEW, token } });
  return { steps, lines, log: (line: string) => void lines.push(line) };
}

async function deployPreviewWorker(): Promise<void> {
  const account = { id: PREVIEW, token: 'preview' };
  expect(await wrangler(['deploy', '--config', PREVIEW_CONFIG], { quiet: true, account })).toMatchObject({ ok: true });
}

async function openPull() {
  await github.push('change', [{ path: 'README.md', content: 'Changed.' }]);
  return github.openPull('change', 'maintainer', 'Change it');
}

/** Runs the step of the workflow Preview. */
function preview(pull: number, token: string, account: string) {
  return runStep(github, ['scripts/workflows/preview.ts'], {
    PREVIEW_DIR: folder,
    PULL_NUMBER: String(pull),
    HEAD_SHA: HEAD,
    GITHUB_TOKEN: github.jobToken({ contents: 'read', pull_requests: 'write' }),
    CLOUDFLARE_ACCOUNT_ID: account,
    CLOUDFLARE_API_TOKEN: token,
    CLOUDFLARE_API_BASE_URL: cloudflare.apiUrl,
  });
}
