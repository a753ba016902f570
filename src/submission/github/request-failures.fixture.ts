import { inspect } from 'node:util';
import { expect } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { type FailureProxy, type InjectedFailure, startFailureProxy } from '#scripts/fake-github/failure-proxy.ts';
import { type FakeGithub, startFakeGithub } from '#scripts/fake-github/fake-github.ts';
import type { PullThread } from '#scripts/fake-github/state.ts';
import { evaluateSubmission } from '../acceptance-rule.ts';
import { listingIndex } from '../listing-index.ts';
import { createOriginCheck } from '../origin-check.fixture.ts';
import { SubmissionError } from '../submission.ts';
import { githubClient } from './api/client.ts';
import { withRetry } from './api/retry.ts';
import { githubSubmissions } from './github-submissions.ts';
import { applyReview } from './review/apply-review.ts';
import { openLanding } from './review/landing.ts';
import { recordDraft } from './review/record-draft.ts';

/** No rate limit of the mock server, because each test sends thousands of requests. */
const LIMITS = { installation: 1e9, job: 1e9 };

/** How long to wait for a response that never comes. The usual time limit is for busy machines. */
const HANG_TIMEOUT_MS = 1000;

/** The failures that no retry of a request helps against. */
const PERMANENT = /^(401|403|404|422)( ref| pull)?$/;

interface World {
  /** The time limit of requests; undefined for the usual one. */
  readonly timeoutMs: number | undefined;
  readonly github: FakeGithub;
  /** The proxy before the mock server. */
  readonly proxy: FailureProxy;
}

async function withWorld(failure: InjectedFailure, use: (world: World) => Promise<void>): Promise<void> {
  const files = [{ path: 'registry/taxonomy.json', content: '{}\n' }];
  const github = await startFakeGithub({ files, limits: LIMITS });
  const proxy = await startFailureProxy(github.address);
  try {
    await use({ github, proxy, timeoutMs: failure.name === 'hang' ? HANG_TIMEOUT_MS : undefined });
  } finally {
    await proxy.close();
    await github.close();
  }
}

/** Submits an origin and reads its status, with each request failing in turn, and once more without a failure. */
export async function checkSubmission(failure: InjectedFailure): Promise<void> {
  await withWorld(failure, async world => {
    const { github, proxy } = world;
    let [number, isOver, submission_id] = [0, false, ''];
    while (!isOver) {
      const origin = nextOrigin();
      const service = submissions(world, proxy.address);
      proxy.arm(failure, ++number);
      const first = await outcomeOf(service.submit(origin, {}));
      isOver = proxy.requests.length < number;
      const where = describe(world, failure, number, first);
      proxy.arm();
      ({ submission_id } = await service.submit(origin, {}));
      expect(
        findPulls(github, origin).map(pull => `gh-${pull.number}`),
        where,
      ).toEqual([submission_id]);
      expectResult(failure, first, { submission_id, status: 'pending' }, where);
    }
    const thread = github.state.threads.get(Number(submission_id.slice('gh-'.length)));
    for (const state of ['open', 'closed'] as const) {
      Object.assign(thread ?? {}, { state, closedAt: state === 'closed' ? '2026-11-20T00:00:00Z' : null });
      await checkStatus(world, failure, { submission_id, status: state === 'open' ? 'pending' : 'rejected' });
    }
  });
}

async function checkStatus(
  world: World,
  failure: InjectedFailure,
  expected: { readonly submission_id: string; readonly status: string },
) {
  const { proxy } = world;
  for (let number = 1, isOver = false; !isOver; number++) {
    const service = submissions(world, proxy.address);
    proxy.arm(failure, number);
    const first = await outcomeOf(service.status(expected.submission_id));
    isOver = proxy.requests.length < number;
    const where = describe(world, failure, number, first);
    proxy.arm();
    // A bad response must not stay in the cache of the service.
    expect(await service.status(expected.submission_id), where).toMatchObject(expected);
    // GitHub itself says that the pull request does not exist.
    const isUnknown = failure.name === '404' && /\/pulls\/\d+:/.test(where);
    if (isUnknown) expect(first, where).toBeUndefined();
    else expectResult(failure, first, expected, where);
  }
}

/** Expects a correct response, or an error that the server reports as 503 with Retry-After. The log has other errors. */
function expectResult({ name }: InjectedFailure, first: unknown, expected: object, where: string): void {
  if (!(first instanceof Error)) {
    expect(first, where).toMatchObject(expected);
    return;
  }
  expect(inspect(first, { depth: 9 }), where).not.toMatch(/ghs_|PRIVATE KEY/);
  if (PERMANENT.test(name) && !(first instanceof SubmissionError)) return;
  expect(first, where).toMatchObject({ kind: 'unavailable', retryAfter: expect.any(Number) });
}

/**
 * Applies an accepted review with each request of the API and of git failing in turn. If the job fails, runs it again, or, while
 * the pull request is open, a new review, as the workflow Sweep does.
 */
export async function checkReview(failure: InjectedFailure): Promise<void> {
  await withWorld(failure, async world => {
    const { github, proxy } = world;
    for (let number = 1, isOver = false; !isOver; number++) {
      const origin = nextOrigin();
      const service = submissions(world, github.address);
      const { submission_id } = await service.submit(origin, {});
      const [thread] = findPulls(github, origin) as [PullThread];
      const { headSha } = thread.pull;
      proxy.arm(failure, number);
      const first = await outcomeOf(apply(world, proxy.address, origin, thread));
      isOver = proxy.requests.length < number;
      const where = describe(world, failure, number, first);
      proxy.arm();
      const read = (branch: string, file: string) => github.file(branch, file + recordPath(origin.id));
      const state = await service.status(submission_id);
      if (state?.status === 'approved') expect(await read('main', 'registry/listings/'), where).toBeDefined();
      const isPermanent = PERMANENT.test(failure.name) || failure.name === 'other JSON';
      if (!isPermanent) expect(first, where).not.toBeInstanceOf(Error);
      expect(String(first), where).not.toMatch(/ghs_|Basic /);

      if (first instanceof Error)
        await apply(world, github.address, origin, thread, thread.state === 'open' ? thread.pull.headSha : headSha);
      expect(await service.status(submission_id), where).toMatchObject({ status: 'approved', outcome: 'listed' });
      expect(await read('main', 'registry/listings/'), where).toContain(`"id": "${origin.id}"`);
      expect(await read('observations', ''), where).toBeDefined();
      expect(
        thread.comments.map(({ body }) => body.includes('**Accepted.**')),
        where,
      ).toEqual([true]);
      // A label is only for readers, so a review succeeds without one.
      if (!isPermanent) expect([...thread.labels], where).toEqual(['accepted']);
      expect(await github.state.git.refSha(thread.pull.headRef), where).toBeUndefined();
    }
  });
}

function describe({ proxy }: World, { name }: InjectedFailure, number: number, first: unknown): string {
  return `${name} of request ${number}, ${proxy.requests[number - 1]}: ${first}`;
}

/** Runs the second job of a review that accepted the origin. */
async function apply(
  { github, timeoutMs }: World,
  address: string,
  origin: Origin,
  { number, pull }: PullThread,
  headSha = pull.headSha,
): Promise<string> {
  const decision = evaluateSubmission({
    origin,
    record: undefined,
    observation: undefined,
    refused: undefined,
    verification: createOriginCheck(origin.url, sampleManifest()),
    now: Date.parse('2026-11-21T09:30:00Z'),
    isOnDemand: true,
    quota: undefined,
    similarNames: [],
  });
  const token = github.jobToken({ contents: 'write', pull_requests: 'write' });
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const landing = await openLanding({ url: `${address}/${github.owner}/${github.name}.git`, authorization });
  const clock = { now: Date.now, sleep: async () => undefined };
  const octokit = withRetry(githubClient({ apiUrl: address, credentials: { token }, timeoutMs }), clock);
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  const quota = { index: listingIndex(), limitFor: () => undefined };
  try {
    const review = { pull: number, head_sha: headSha, origin, decision };
    return await applyReview({ repository, landing, quota, ...clock }, review);
  } finally {
    await landing.close();
  }
}

function submissions({ github, timeoutMs }: World, apiUrl: string) {
  const { id: appId, installation: installationId, privateKey } = github.app;
  const credentials = { appId, installationId, privateKey };
  const octokit = githubClient({ apiUrl, credentials, timeoutMs });
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  const verify = async ({ url }: Origin) => createOriginCheck(url, sampleManifest());
  return githubSubmissions({ repository, draft: recordDraft({ repository, verify, now: Date.now }) });
}

function findPulls({ state }: FakeGithub, { url }: Origin): PullThread[] {
  return [...state.threads.values()].filter(({ title }) => title === `Submit ${url}`) as PullThread[];
}

let count = 0;

/** Returns an origin with its own limits. */
function nextOrigin(): Origin {
  count += 1;
  const result = parseOrigin(`https://api.failure-${count}.example`);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function outcomeOf<T>(promise: Promise<T>): Promise<T | Error> {
  return promise.catch((error: Error) => error);
}
