import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp } from '#server/http/server.ts';
import { sampleSettings } from '#setup/deployment-settings.fixture.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { type FakeCloudflare, startFakeCloudflare } from './fake-cloudflare.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PRODUCTION = '0123456789abcdef0123456789abcdef';
const PREVIEW = 'fedcba9876543210fedcba9876543210';
const SETTINGS = sampleSettings({ cloudflare_account_id: PRODUCTION, cloudflare_preview_account_id: PREVIEW });

/** What setup, its placeholders, and wrangler read. */
const FILES = [
  ...['src', 'scripts', 'deploy', 'package.json', 'server.json', 'wrangler.jsonc', 'tsconfig.json'],
  ...['public/schemas', 'registry/taxonomy.json', 'action/README.md', '.github/CODEOWNERS'],
];

/** Sends requests for the public URL of the registry to a server of the test. */
const ROUTE_PUBLIC_URL = `const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.origin !== 'https://registry.acme.org') return fetch(input, init);
  return fetch(process.env.TEST_REGISTRY + url.pathname + url.search, init);
};
`;

let cloudflare: FakeCloudflare;
let github: FakeGithub;
let registry: Awaited<ReturnType<typeof serveApp>>;
let folder: string;
let clone: string;
let isOnline = false;

beforeAll(async () => {
  folder = await makeTemporaryFolder('setup-command-');
  clone = path.join(folder, 'registry');
  cloudflare = await startFakeCloudflare({ production: [PRODUCTION], preview: [PREVIEW] });
  github = await startFakeGithub({
    labels: [],
    files: [{ path: 'README.md', content: 'A registry.' }],
    // The workflow Deploy, in an instant.
    onDispatch: () => (isOnline = true),
  });
  github.state.settings.workflows.set('deploy.yml', 'active');
  registry = await serveApp({ fetch: async request => serve(new URL(request.url).pathname) }, '127.0.0.1', 0);
  const basic = Buffer.from(`x-access-token:${github.jobToken({ contents: 'write' })}`).toString('base64');
  await git(folder, 'clone', '--quiet', `${github.address}/acme/registry.git`, clone);
  await git(clone, 'config', 'http.extraHeader', `Authorization: Basic ${basic}`);
  await git(clone, 'config', 'user.name', 'Ada');
  await git(clone, 'config', 'user.email', 'ada@example.org');
  for (const file of FILES) await cp(path.join(ROOT, file), path.join(clone, file), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(clone, 'node_modules'));
  await writeFile(path.join(folder, 'route.mjs'), ROUTE_PUBLIC_URL);
  await writeFile(path.join(folder, 'answers.json'), JSON.stringify(SETTINGS));
});

afterAll(async () => {
  await Promise.all([cloudflare?.close(), github?.close(), registry?.close()]);
  await removeFolder(folder);
});

test('one command without a person sets up GitHub and Cloudflare with git and wrangler', {
  timeout: 300_000,
}, async () => {
  const dryRun = await run('scripts/setup.ts', ['--dry-run', '--answers', path.join(folder, 'answers.json')]);
  expect(dryRun).toMatchObject({ code: 0, output: expect.stringContaining(' 0 changed, ') });
  expect(cloudflare.changes.filter(each => !each.endsWith('403'))).toEqual([]);
  expect(github.log.filter(operation => !operation.startsWith('GET'))).toEqual([]);

  const first = await run('scripts/setup.ts', ['--answers', path.join(folder, 'answers.json')]);
  expect(first, first.output).toMatchObject({ code: 0 });
  expect(first.output).toMatch(/\d+ already done, \d+ changed, 0 left\.\n$/);
  expect(first.output).not.toContain('PRIVATE KEY');
  const { settings } = github.state;
  expect(Object.fromEntries(settings.variables)).toMatchObject({
    SUBMISSION_APP_ID: String(github.app.id),
    SUBMISSION_APP_INSTALLATION_ID: String(github.app.installation),
    CLOUDFLARE_PREVIEW_ACCOUNT_ID: PREVIEW,
  });
  expect(settings.dispatched).toEqual(['deploy.yml']);
  const worker = cloudflare.accounts.get(PRODUCTION)?.get('api-registry');
  expect(worker?.secrets.get('SUBMISSION_APP_PRIVATE_KEY')).toContain('BEGIN PRIVATE KEY');
  expect([...(cloudflare.accounts.get(PREVIEW)?.keys() ?? [])]).toEqual(['api-registry-preview']);
  // The files that setup changed are on main, and nothing else of the clone.
  expect(await github.file('main', 'deploy/settings.json')).toContain('"repository": "acme/registry"');
  expect(await github.file('main', '.github/CODEOWNERS')).toContain('@acme');
  expect(await github.file('main', 'scripts/setup.ts')).toBeUndefined();

  const changes = [cloudflare.changes.length, github.log.filter(operation => !operation.startsWith('GET')).length];
  const second = await run('scripts/setup.ts', ['--answers', path.join(folder, 'answers.json')]);
  expect(second).toMatchObject({ code: 0, output: expect.stringMatching(/ 0 changed, 0 left\.\n$/) });
  const doctor = await run('scripts/doctor.ts', []);
  expect(doctor, doctor.output).toMatchObject({ code: 0, output: expect.stringMatching(/All \d+ checks passed\.\n$/) });
  expect([
    // Doctor and setup check that the token for previews cannot edit the Workers of the registry.
    cloudflare.changes.filter(each => !each.endsWith('403')).length,
    github.log.filter(operation => !operation.startsWith('GET')).length,
  ]).toEqual([cloudflare.changes.slice(0, changes[0]).filter(each => !each.endsWith('403')).length, changes[1]]);

  // The host is offline, so doctor fails.
  isOnline = false;
  expect(await run('scripts/doctor.ts', [])).toMatchObject({ code: 1, output: expect.stringContaining('status 503') });
  expect([cloudflare.unknown, github.deviations]).toEqual([[], []]);
  expect(await readFile(path.join(clone, 'package.json'), 'utf8')).toContain('https://github.com/acme/registry');
});

function serve(pathname: string): Response {
  if (!isOnline) return Response.json({}, { status: 503 });
  if (pathname === '/health') return Response.json({ data: { status: 'healthy' } });
  return Response.json({ meta: { links: { self: 'https://registry.acme.org/listings.json' } } });
}

/** Runs a script of the clone as an operator would, with the mocks instead of GitHub, Cloudflare, and the public URL. */
async function run(
  script: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const { CLOUDFLARE_API_TOKEN: _, GITHUB_TOKEN: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    GITHUB_API_URL: github.address,
    GITHUB_SERVER_URL: github.address,
    GITHUB_TOKEN: github.userToken(),
    CLOUDFLARE_API_BASE_URL: cloudflare.apiUrl,
    CLOUDFLARE_API_TOKEN: 'production',
    CLOUDFLARE_PREVIEW_API_TOKEN: 'preview',
    SUBMISSION_APP_ID: String(github.app.id),
    SUBMISSION_APP_PRIVATE_KEY: github.app.privateKey,
    DATA_DIR: path.join(folder, 'data'),
    NODE_OPTIONS: `--import=${path.join(folder, 'route.mjs')}`,
    TEST_REGISTRY: registry.address,
  };
  return promisify(execFile)(process.execPath, [script, ...args], { cwd: clone, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    error => ({ code: error.code, output: `${error.stdout}${error.stderr}` }),
  );
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('git', args, { cwd });
}
