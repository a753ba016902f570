import { readFile } from 'node:fs/promises';
import type { Octokit } from 'octokit';
import { afterEach, expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { evaluateSubmission } from '#submission/acceptance-rule.ts';
import { githubClient } from '#submission/github/api/client.ts';
import { withRetry } from '#submission/github/api/retry.ts';
import { githubSubmissions } from '#submission/github/github-submissions.ts';
import { applyReview } from '#submission/github/review/apply-review.ts';
import { openLanding } from '#submission/github/review/landing.ts';
import type { Review } from '#submission/github/review/review.ts';
import { reviewPull } from '#submission/github/review/review-pull.ts';
import { listingIndex } from '#submission/listing-index.ts';
import { createOriginCheck } from '#submission/origin-check.fixture.ts';
import { applyQueue } from '../../workflows/queue/apply-queue.ts';
import { type PullWithoutRecord, reviewQueue } from '../../workflows/queue/review-queue.ts';
import { sweepSubmissions } from '../../workflows/sweep/sweep-submissions.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github.ts';
import { createToken } from '../routes/installation.ts';
import { APP_PERMISSIONS, type PullThread } from '../state.ts';
import { createRunner, createVirtualClock, type Runner, type VirtualClock } from './runner.ts';
import { parseWorkflow, type RunJob, startRuns, type WorkflowRun } from './workflow-runs.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-23T09:00:00Z');
const WAVE = 500;

/** The assumed durations of jobs: starting a runner and installing takes a minute. */
const INSTALL = MINUTE;
const CHECK = 5000;
const MERGE = 3000;
/** The assumed duration of a request. */
const REQUEST = 200;
/** The number of checks at the same time in a run of the queue. */
const CONCURRENCY = 20;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test.each([
  { wave: '500 pull requests of one author', size: WAVE, getAuthor: () => 'spammer', minDecided: 3 },
  { wave: '500 pull requests of 500 authors', size: WAVE, getAuthor: (n: number) => `author-${n}`, minDecided: WAVE },
  {
    // Fewer, because each has a branch, and each merge takes many processes.
    wave: '150 valid pull requests of 150 authors',
    size: 150,
    getAuthor: (n: number) => `author-${n}`,
    getUrl: (n: number) => `https://wave-${n}.example`,
    minDecided: 120,
  },
])('$wave delay no other by 10 minutes', { timeout: 900_000 }, async wave => {
  const { size, getAuthor, minDecided } = wave;
  const clock = createVirtualClock(START);
  const { github, runner, submit } = await simulate(clock);
  const opened = new Map<number, number>();

  runner.at(START, () => openWave(github, wave));
  for (let n = 0; n < 6; n++) {
    runner.at(START + (1 + 5 * n) * MINUTE, async () => {
      const number = await propose(github, `honest-${n}`, `https://honest-${n}.example`);
      opened.set(number, clock.now());
    });
    runner.at(START + (2 + 5 * n) * MINUTE, async () => {
      opened.set(await submit(`https://posted-${n}.example`), clock.now());
    });
  }
  await runner.runUntil(START + 45 * MINUTE);

  expect(opened.size).toBe(12);
  // The registry comments on an acceptance once, after the merge.
  const delays = [...opened].map(([number, at]) => {
    const { labels, comments } = github.state.threads.get(number) as PullThread;
    expect([...labels]).toEqual(['accepted']);
    return (Date.parse(comments[0]?.createdAt ?? '') - at) / MINUTE;
  });
  console.log(`delays in minutes: ${delays.map(delay => delay.toFixed(1)).join(', ')}`);
  expect(Math.max(...delays)).toBeLessThanOrEqual(10);
  expect(runner.canceled()).toBeGreaterThan(size - 10);
  expect(countDecided(github, getAuthor)).toBeGreaterThanOrEqual(minDecided);
  console.log(`requests of the App: ${github.used.installation}`);
  expect(github.used.installation).toBeLessThan(5000);
  expect(github.deviations).toEqual([]);
});

test('without the queue, a wave of 500 authors would delay others by an hour', async () => {
  const text = await readFile('.github/workflows/review.yml', 'utf8');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  const unlimited = text.replace(/group: review-.*/, 'group: review-${{ github.event.pull_request.number }}');
  expect(unlimited).not.toBe(text);
  const getDelay = async (workflow: string) => {
    const clock = createVirtualClock(START);
    let end = 0;
    const work = async (run: WorkflowRun, { id }: { readonly id: string }) => {
      if (id === 'apply' && isLast.has(run)) end = clock.now();
      return 'success' as const;
    };
    const runner = createRunner({ clock, work, getDuration: (_, { id }) => (id === 'evaluate' ? 1.5 : 1) * MINUTE });
    const workflows = [parseWorkflow('review.yml', workflow)];
    const isLast = new Set<WorkflowRun>();
    for (let number = 1; number <= WAVE + 1; number++) {
      const runs = startRuns(workflows, toEvent(number, `author-${number}`));
      if (number > WAVE) for (const run of runs) isLast.add(run);
      runner.start(runs);
    }
    await runner.runUntil(START + 24 * 60 * MINUTE);
    return (end - START) / MINUTE;
  };
  expect(await getDelay(unlimited)).toBeGreaterThan(55);
  expect(await getDelay(text)).toBeLessThanOrEqual(10);
});

/** Starts the mock with the workflows Review and Sweep. Their jobs run the code of this project in virtual time. */
async function simulate(clock: VirtualClock) {
  const workflows = [parseWorkflow('review.yml', await readFile('.github/workflows/review.yml', 'utf8'))];
  const reviews = new Map<number, Review>();
  /** The reviews of the queue that wait for the job that applies them, and when each job started. */
  let queued: readonly (Review | PullWithoutRecord)[] = [];
  const starts = new Map<RunJob, number>();
  const state: { github?: FakeGithub } = {};
  const runner: Runner = createRunner({ clock, getDuration, work });
  const github = await startFakeGithub({
    files: [{ path: 'registry/taxonomy.json', content: '{}\n' }],
    now: clock.now,
    onPull: (action, thread) => {
      const own = thread.pull.headOwner === 'acme';
      if (action !== 'closed') runner.start(startRuns(workflows, toEvent(thread.number, thread.author.login, own)));
    },
    onDispatch: (_, inputs) => runner.start(startRuns(workflows, { name: 'workflow_dispatch', payload: {}, inputs })),
  });
  state.github = github;
  cleanUps.push(() => github.close());

  const { slug, id } = github.app as typeof github.app & { readonly slug?: string };
  const account = { id, login: `${slug ?? 'registry-submissions'}[bot]`, type: 'Bot' } as const;
  const appToken = createToken(github.state, { account, permissions: APP_PERMISSIONS, app: account.login });
  const jobToken = github.jobToken({ contents: 'write', actions: 'write', checks: 'read', pull_requests: 'read' });
  const writeToken = github.jobToken({ contents: 'write', pull_requests: 'write' });
  // A job that waits for a rate limit stops all others here, so the measured delays are longer than those on GitHub.
  const sleep = async (milliseconds: number) => clock.set(clock.now() + milliseconds);
  const connect = (token: string) => ({
    octokit: withRetry(githubClient({ apiUrl: github.address, credentials: { token } }), { now: clock.now, sleep }),
    owner: github.owner,
    name: github.name,
    base: 'main',
  });
  const repository = connect(appToken);
  /** Moves the clock with each request. */
  const takeTime = (octokit: Octokit) => {
    octokit.hook.before('request', () => clock.set(clock.now() + REQUEST));
    return { ...repository, octokit };
  };
  // Fails at a rate limit.
  const rejecting = takeTime(githubClient({ apiUrl: github.address, credentials: { token: writeToken } }));
  const closing = takeTime(connect(appToken).octokit);
  const authorization = `Basic ${Buffer.from(`x-access-token:${jobToken}`).toString('base64')}`;
  const landing = await openLanding({ url: `${github.address}/acme/registry.git`, authorization });
  cleanUps.push(() => landing.close());
  for (let n = 1; n <= 3; n++) {
    const jobs = connect(jobToken);
    runner.at(START + 15 * n * MINUTE, async () => void (await sweepSubmissions(jobs, clock.now())));
  }

  function getDuration({ group }: WorkflowRun, job: RunJob): number {
    starts.set(job, clock.now());
    if (group !== 'review-forks') return INSTALL + (job.id === 'evaluate' ? CHECK : MERGE);
    if (job.id === 'evaluate') {
      const authors = [...(state.github?.state.threads.values() ?? [])]
        .filter(thread => thread.state === 'open' && thread.pull?.headOwner !== 'acme' && thread.labels.size === 0)
        .map(({ author }) => author.login);
      const counts = [...new Set(authors)].map(login => Math.min(3, authors.filter(each => each === login).length));
      const waiting = counts.reduce((sum, count) => sum + count, 0);
      return INSTALL + Math.ceil(waiting / CONCURRENCY) * CHECK;
    }
    // Each review that it applies moves the clock.
    return INSTALL;
  }

  async function work(run: WorkflowRun, job: RunJob) {
    const quota = { index: listingIndex(), limitFor: () => 20 };
    const services = { landing, quota, now: clock.now, sleep };
    const readRecord = async () => undefined;
    const readObservation = readRecord;
    const isQueue = run.group === 'review-forks';
    if (isQueue && job.id === 'evaluate') {
      const start = starts.get(job) ?? 0;
      const { reviews, errors } = await reviewQueue(
        { repository, readRecord, readObservation, assess },
        { now: () => start },
      );
      expect(errors).toEqual([]);
      queued = reviews;
      return reviews.length > 0 ? 'success' : 'stop';
    }
    if (isQueue) {
      await applyQueue(
        {
          repository: closing,
          log: () => undefined,
          now: clock.now,
          apply(review) {
            clock.set(clock.now() + MERGE);
            return applyReview({ repository, ...services }, review);
          },
          reject: review => applyReview({ repository: rejecting, ...services }, review),
        },
        queued,
      );
      return 'stop';
    }
    const number = Number(/^review-(\d+)$/.exec(run.group ?? '')?.[1]);
    const thread = github.state.threads.get(number);
    if (job.id === 'evaluate') {
      const result = await reviewPull(
        { repository, readRecord, readObservation, assess },
        number,
        thread?.pull?.headSha ?? '',
      );
      if (!('decision' in result)) return 'stop';
      reviews.set(number, result);
      return 'success';
    }
    const review = reviews.get(number);
    if (review) await applyReview({ repository, ...services }, review);
    return 'stop';
  }

  async function assess(origin: Origin) {
    return evaluateSubmission({
      origin,
      record: undefined,
      observation: undefined,
      refused: origin.id.startsWith('spam') ? 'Spam.' : undefined,
      verification: createOriginCheck(origin.url, sampleManifest({ name: `API at ${origin.url}` })),
      now: clock.now(),
      isOnDemand: true,
      quota: undefined,
      similarNames: [],
    });
  }

  const submissions = githubSubmissions({ repository, draft: async ({ url }) => recordText(sampleRecord(url)) });
  const submit = async (url: string) =>
    Number((await submissions.submit(toOrigin(url), {})).submission_id.replace('gh-', ''));
  return { github, runner, submit };
}

interface Wave {
  readonly size: number;
  readonly getAuthor: (n: number) => string;
  /** The API of each pull request. By default, all submit the same API, which is rejected. */
  readonly getUrl?: (n: number) => string;
}

/** Opens the pull requests of the wave. Those for one API share a branch, because each push takes several processes. */
async function openWave(github: FakeGithub, { size, getAuthor, getUrl }: Wave): Promise<void> {
  if (!getUrl) await github.push('wave', [toFile('https://spam.example')], 'spammer');
  for (let n = 1; n <= size; n++) {
    const branch = getUrl ? `wave-${n}` : 'wave';
    if (getUrl) await github.push(branch, [toFile(getUrl(n))], 'spammer');
    await github.openPull(branch, getAuthor(n), `List it ${n}`, 'spammer');
  }
}

async function propose(github: FakeGithub, author: string, url: string): Promise<number> {
  await github.push('list', [toFile(url)], author);
  return (await github.openPull('list', author, 'List my API', author)).number;
}

function toFile(url: string) {
  const { id } = toOrigin(url);
  const record = sampleRecord(url, { name: `API at ${url}` });
  return { path: `registry/listings/${recordPath(id)}`, content: recordText(record) };
}

function toEvent(number: number, login: string, isOwn = false) {
  const repo = { full_name: isOwn ? 'acme/registry' : `${login}/registry` };
  const pull_request = { number, user: { id: login }, head: { repo } };
  return { name: 'pull_request_target', action: 'opened', payload: { pull_request } };
}

function countDecided(github: FakeGithub, getAuthor: (n: number) => string): number {
  const authors = new Set(Array.from({ length: WAVE }, (_, index) => getAuthor(index + 1)));
  const threads = [...github.state.threads.values()] as PullThread[];
  return threads.filter(thread => authors.has(thread.author.login) && thread.labels.size > 0).length;
}

function toOrigin(url: string): Origin {
  const result = parseOrigin(url);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
