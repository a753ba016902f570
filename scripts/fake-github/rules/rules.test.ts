import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Octokit } from 'octokit';
import { afterEach, describe, expect, test } from 'vitest';
import type { GithubContext } from '#setup/github/github-context.ts';
import { createRulesetsStep } from '#setup/github/rulesets.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { type FakeGithub, type FakeGithubOptions, startFakeGithub } from '../fake-github.ts';
import { createToken } from '../routes/installation.ts';
import { APP_PERMISSIONS, type PullAction } from '../state.ts';
import { startsWorkflows } from './event-suppression.ts';
import { getsSecrets, needsApproval } from './fork-pull-requests.ts';
import { GITHUB_RULES } from './rules.ts';

const place = { owner: 'acme', repo: 'registry' };
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test('each rule links to GitHub, and the operator’s guide lists all of them', async () => {
  const guide = await readFile('src/site/docs/self-hosting.md', 'utf8');
  for (const { name, documentation } of GITHUB_RULES) {
    expect(new URL(documentation).origin, name).toBe('https://docs.github.com');
    expect(guide).toContain(`[${name}](${documentation})`);
  }
});

test('a job adds existing labels, but only issues: write creates them', async () => {
  const { github, connect } = await start({ labels: ['accepted'] });
  github.openIssue('mallory', 'Hello', 'Hello');
  await github.push('change', [{ path: 'a', content: 'a' }], 'mallory');
  const { number } = await github.openPull('change', 'mallory', 'Change', 'mallory');
  const path = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
  const job = connect(github.jobToken({ pull_requests: 'write' }));
  const label = (octokit: Octokit, name: string) =>
    octokit.request(path, { ...place, issue_number: number, labels: [name] });
  expect((await label(job, 'accepted')).status).toBe(200);
  await expect(label(job, 'new')).rejects.toMatchObject({ status: 403 });
  expect((await label(connect(github.jobToken({ issues: 'write' })), 'new')).status).toBe(200);
});

describe('rulesets', () => {
  test('GitHub Actions cannot be on the bypass list of a personal account', async () => {
    const { github, connect } = await start();
    const create = (actor_id: number) =>
      connect(github.userToken()).request('POST /repos/{owner}/{repo}/rulesets', {
        ...place,
        name: `Ours ${actor_id}`,
        enforcement: 'active',
        conditions: { ref_name: { include: ['refs/heads/main'], exclude: [] } },
        rules: [{ type: 'update' }],
        bypass_actors: [{ actor_id, actor_type: 'Integration', bypass_mode: 'always' }],
      });
    await expect(create(15_368)).rejects.toMatchObject({ status: 422 });
    await create(github.app.id);
    await expect(push(github, github.jobToken({ contents: 'write' }))).rejects.toThrow('GH013');
    await expect(move(github, connect(github.jobToken({ contents: 'write' })))).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Cannot update this protected ref.'),
    });
    await push(github, createAppToken(github));
  });

  test.each([
    ['pull_request', false],
    ['required_status_checks', false],
    ['deletion', true],
    ['non_fast_forward', true],
  ])('the rule %s allows a push of a commit: %s', async (rule, isAllowed) => {
    const { github } = await start();
    github.state.settings.rulesets.push({ id: 1, name: 'Ours', target: 'branch', rules: [rule] });
    const pushed = push(github, github.jobToken({ contents: 'write' }));
    await (isAllowed ? expect(pushed).resolves.toBeUndefined() : expect(pushed).rejects.toThrow('GH013'));
  });

  test('the rules non_fast_forward and deletion forbid to rewrite and to delete a branch', async () => {
    const { github } = await start();
    github.state.settings.rulesets.push({
      id: 1,
      name: 'Ours',
      target: 'branch',
      rules: ['non_fast_forward', 'deletion'],
    });
    const token = github.jobToken({ contents: 'write' });
    await expect(push(github, token, ['--force'], true)).rejects.toThrow('GH013');
    await expect(push(github, token, ['--delete'])).rejects.toThrow('GH013');
    await push(github, token);
  });
});

test('the rulesets of setup allow what the workflows push, and nothing else', async () => {
  const { github, connect } = await start();
  await createRulesetsStep({ ...place, octokit: connect(github.userToken()) } as GithubContext).apply?.();
  const token = github.jobToken({ contents: 'write' });
  await push(github, token);
  await expect(push(github, token, ['--force'], true)).rejects.toThrow('GH013');
  // Each revalidation replaces the observations with a single commit.
  const observations = { branch: 'observations' };
  await push(github, token, [], true, observations);
  await push(github, token, ['--force'], true, observations);
  await expect(push(github, token, ['--delete'], true, observations)).rejects.toThrow('GH013');
});

test('git rejects a token without write access, and an unknown one', async () => {
  const { github } = await start();
  await expect(push(github, github.jobToken({ contents: 'read' }))).rejects.toThrow('403');
  await expect(push(github, 'ghs_unknown')).rejects.toThrow(/Authentication|401|could not read/);
});

test('events with the token of a job start no workflows, except dispatches', async () => {
  expect(startsWorkflows({ app: 'github-actions' }, 'push')).toBe(false);
  expect(startsWorkflows({ app: 'github-actions' }, 'workflow_dispatch')).toBe(true);
  expect(startsWorkflows({ app: 'registry-submissions' }, 'push')).toBe(true);
  const events: PullAction[] = [];
  const { github, connect } = await start({ onPull: action => events.push(action) });
  for (const [branch, token] of [
    ['a', github.jobToken({ contents: 'write', pull_requests: 'write' })],
    ['b', createAppToken(github)],
  ] as const) {
    await github.push(branch, [{ path: branch, content: branch }]);
    await connect(token).request('POST /repos/{owner}/{repo}/pulls', {
      ...place,
      title: 'Change',
      head: branch,
      base: 'main',
    });
  }
  expect(events).toEqual(['opened']);
});

describe('rate limits', () => {
  test('count each kind of token separately, and reject requests until the reset', async () => {
    let now = Date.parse('2026-11-23T09:00:00Z');
    const { github, connect } = await start({ now: () => now, limits: { job: 2 } });
    const read = (token: string) => connect(token).request('GET /repos/{owner}/{repo}/pulls', place);
    const first = await read(github.jobToken({ pull_requests: 'read' }));
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-used': '1',
      'x-ratelimit-reset': String(now / 1000 + 3600),
      'x-ratelimit-resource': 'core',
    });
    // All job tokens of a repository share the limit.
    await read(github.jobToken({ pull_requests: 'read' }));
    await expect(read(github.jobToken({ pull_requests: 'read' }))).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 3600) } },
    });
    expect((await read(createAppToken(github))).headers['x-ratelimit-limit']).toBe('5000');
    now += 3_600_000;
    expect((await read(github.jobToken({ pull_requests: 'read' }))).status).toBe(200);
  });

  test('do not count a response with 304', async () => {
    const { github, connect } = await start({ limits: { user: 1 } });
    const octokit = connect(github.userToken());
    const { headers } = await octokit.request('GET /repos/{owner}/{repo}/pulls', place);
    expect(github.used.user).toBe(1);
    expect(headers.etag).toBeDefined();
  });

  test('limit the requests that create content per minute, with Retry-After', async () => {
    let now = Date.parse('2026-11-23T09:00:00Z');
    const { github, connect } = await start({ now: () => now });
    const octokit = connect(createAppToken(github));
    github.openIssue('mallory', 'Hello', 'Hello');
    const comment = () =>
      octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...place,
        issue_number: 1,
        body: 'Hi',
      });
    for (let n = 0; n < 80; n++) await comment();
    now += 20_000;
    await expect(comment()).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('secondary rate limit'),
      response: { headers: { 'retry-after': '40' } },
    });
    now += 40_000;
    expect((await comment()).status).toBe(201);
  });
});

test('reads shortly after a write return the earlier state', async () => {
  let now = Date.parse('2026-11-23T09:00:00Z');
  const { github, connect } = await start({ now: () => now, delayMs: 2000 });
  await github.push('change', [{ path: 'a', content: 'a' }]);
  const { pull } = await github.openPull('change', 'someone', 'Change');
  const octokit = connect(github.userToken());
  const list = async () => (await octokit.request('GET /repos/{owner}/{repo}/pulls', place)).data.length;
  const isMerged = async () =>
    (await octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { ...place, pull_number: 1 })).data.merged;
  expect(await list()).toBe(0);
  now += 2000;
  expect(await list()).toBe(1);
  await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', {
    ...place,
    ref: 'heads/main',
    sha: pull?.headSha ?? '',
  });
  expect(await isMerged()).toBe(false);
  now += 2000;
  expect(await isMerged()).toBe(true);
});

test('pull requests of forks get no secrets, and those of first-time contributors need approval', () => {
  const stranger = { isFork: true, isFirstTime: true };
  expect([getsSecrets('pull_request', stranger), needsApproval('pull_request', stranger)]).toEqual([false, true]);
  const target = 'pull_request_target';
  expect([getsSecrets(target, stranger), needsApproval(target, stranger)]).toEqual([true, false]);
  const member = { isFork: false, isFirstTime: false };
  expect([getsSecrets('pull_request', member), needsApproval('pull_request', member)]).toEqual([true, false]);
});

test('the mock stops with one line if its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.once('listening', resolve));
  cleanUps.push(async () => void other.close());
  const { port } = other.address() as { readonly port: number };
  const failed = await promisify(execFile)(process.execPath, ['scripts/fake-github.ts'], {
    env: { ...process.env, GITHUB_PORT: String(port), PORT: '0', NODE_NO_WARNINGS: '1' },
    timeout: 150_000,
  }).catch(error => error);
  expect([failed.code, failed.stderr.trim().split('\n')]).toEqual([
    1,
    [expect.stringContaining(`Port ${port} is in use`)],
  ]);
});

async function start(options: Partial<FakeGithubOptions> = {}) {
  const github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry.' }], ...options });
  cleanUps.push(async () => {
    await github.close();
    expect(github.deviations).toEqual([]);
  });
  const connect = (token: string) => githubClient({ apiUrl: github.address, credentials: { token } });
  return { github, connect };
}

function createAppToken(github: FakeGithub): string {
  const { id, slug } = github.state.app;
  const account = { id, login: `${slug}[bot]`, type: 'Bot' } as const;
  return createToken(github.state, { account, permissions: APP_PERMISSIONS, app: slug });
}

/** Pushes a commit to main, or one that does not contain its last commit. */
async function push(
  github: FakeGithub,
  token: string,
  options: readonly string[] = [],
  isRewrite = false,
  { branch } = { branch: 'main' },
) {
  const folder = await makeTemporaryFolder('push-');
  cleanUps.push(() => removeFolder(folder));
  const url = `${github.address.replace('://', `://x-access-token:${token}@`)}/acme/registry.git`;
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0', HOME: folder };
  const git = (...args: readonly string[]) => promisify(execFile)('git', [...args], { cwd: folder, env });
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
  await git('init', '--quiet', '--initial-branch=main');
  if (!isRewrite) await git('pull', '--quiet', `${github.address}/acme/registry.git`, 'main');
  await writeFile(path.join(folder, 'new.txt'), folder);
  await git('add', '.');
  await git(...identity, 'commit', '--quiet', '--message', 'Change');
  await git('push', ...options, url, options.includes('--delete') ? branch : `HEAD:refs/heads/${branch}`);
}

async function move(github: FakeGithub, octokit: Octokit): Promise<void> {
  const sha = await github.push('other', [{ path: 'other', content: 'Other.' }]);
  await octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ...place, ref: 'heads/main', sha });
}
