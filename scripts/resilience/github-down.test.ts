import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestHarness } from 'wrangler';
import { createApp } from '#edge/app.ts';
import { addresses, createMemoryCatalog } from '#edge/catalog/catalog.fixture.ts';
import { createGithubSubmissions } from '#edge/create-github-submissions.ts';
import { sampleRecord } from '#listing/listing.fixture.ts';
import { recordText } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import { freePort } from '#server/http/ports.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createCheckLimit } from '#submission/check-limit.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { type FakeGithubServer, serveFakeGithub } from '../fake-github/server.ts';
import { workerOf } from './worker.fixture.ts';

type Host = (path: string, init?: { method: string; body: string }) => Promise<Response>;

const TIDES = sampleRecord('https://tides.example.org');

let folder: string;
let github: FakeGithub;
let forge: FakeGithubServer;
let harness: TestHarness;
let hosts: Readonly<Record<'Node' | 'workerd', Host>>;

beforeAll(async () => {
  folder = await makeTemporaryFolder('forge-down-');
  // A port that no other program takes while the server is down.
  const port = await freePort('127.0.0.1');
  const files = [{ path: 'registry/refused.json', content: '[]\n' }];
  github = await startFakeGithub({ files, directory: folder, port });
  forge = github;
  const { id, installation, privateKey } = github.app;
  const settings = {
    GITHUB_API_URL: github.address,
    GITHUB_REPOSITORY: `${github.owner}/${github.name}`,
    SUBMISSION_APP_ID: String(id),
    SUBMISSION_APP_INSTALLATION_ID: String(installation),
    SUBMISSION_APP_PRIVATE_KEY: privateKey,
  };
  await open();
  harness = await workerOf(folder, { REGISTRY_URL: addresses.registry, ...settings });
  hosts = { Node: nodeOf(settings), workerd: (place, init) => harness.fetch(place, init && withType(init)) as never };
});

afterAll(async () => {
  await harness.close();
  await forge.close();
  await github.state.git.close();
  expect(forge.deviations).toEqual([]);
  await removeFolder(folder);
});

describe.each(['Node', 'workerd'] as const)('a registry on %s without GitHub', name => {
  const ask: Host = (...request) => hosts[name](...request);
  const submit = () => ask('/listings/submit', { method: 'POST', body: JSON.stringify({ url: TIDES.url }) });
  const status_url = '/listings/submit/gh-1/status';

  test('reports the state of an earlier submission', async () => {
    const taken = await submit();
    expect(taken.status).toBe(202);
    expect(await taken.json()).toMatchObject({ data: { submission_id: 'gh-1', status: 'pending' } });
    expect((await ask(status_url)).status).toBe(200);
  });

  test.each([
    ['502 in HTML', { status: 502, body: '<html>Unicorn!</html>' }, '30'],
    ['503 with a time', { status: 503, body: { message: 'Down' }, headers: { 'Retry-After': '120' } }, '120'],
    ['500', { status: 500, body: { message: 'Server Error' } }, '30'],
  ])('returns a problem with Retry-After if GitHub responds with %s', async (_, answer, retryAfter) => {
    for (const operation of [
      'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
      'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    ] as const) {
      forge.injections.add({ operation, reply: answer });
    }
    await expectUnavailable([await submit(), await ask(status_url)], retryAfter);
  });

  test('reports a refused connection, keeps serving reads, and neither loses nor duplicates a submission', async () => {
    const { port } = new URL(forge.address);
    await forge.close();
    await expectUnavailable([await submit(), await ask(status_url)], '30');
    expect((await ask('/agents')).status).toBe(200);

    forge = await serveFakeGithub(github.state, '127.0.0.1', Number(port));
    const after = await ask(status_url);
    expect(await after.json()).toMatchObject({ data: { submission_id: 'gh-1', status: 'pending' } });
    expect(await (await submit()).json()).toMatchObject({ data: { submission_id: 'gh-1' } });
    expect(github.state.threads.size).toBe(1);
  });
});

async function expectUnavailable(answers: readonly Response[], retryAfter: string): Promise<void> {
  for (const answer of answers) {
    const { status, headers } = answer;
    expect([status, headers.get('Retry-After'), headers.get('Content-Type')]).toEqual([
      503,
      retryAfter,
      'application/problem+json',
    ]);
    expect(await answer.json()).toMatchObject({ status: 503, detail: expect.stringContaining('later') });
  }
}

/** Opens a submission directly. Other tests cover the checks, and these origins are not reachable. */
async function open(): Promise<void> {
  const { id: appId, installation: installationId, privateKey } = github.app;
  const octokit = githubClient({ apiUrl: github.address, credentials: { appId, installationId, privateKey } });
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  const result = parseOrigin(TIDES.url);
  if (!result.ok) throw new Error(result.error);
  await githubSubmissions({ repository, draft: async () => recordText(TIDES) }).submit(result.value, {});
}

function unasked(): never {
  throw new Error('Unexpected request.');
}

function nodeOf(settings: Readonly<Record<string, string>>): Host {
  const catalog = async () => createMemoryCatalog([]);
  const submissions = createGithubSubmissions(settings, {
    verify: unasked,
    checkLimit: createCheckLimit(),
    catalog,
    now: Date.now,
  });
  if (!submissions) throw new Error('Submissions are not available.');
  const live = {
    verify: unasked,
    fetch: unasked,
    submissions,
    blocklist: () => undefined,
    now: Date.now,
    limits: NO_LIMITS,
  };
  const app = createApp({ addresses, catalog, assets: { fetch: async () => undefined }, live, onError: unasked });
  return async (place, init) => app.fetch(new Request(addresses.registry + place, init && withType(init)), {});
}

const NO_LIMITS = { validate: undefined, submit: undefined };

function withType(init: { method: string; body: string }) {
  return { ...init, headers: { 'Content-Type': 'application/json' } };
}
