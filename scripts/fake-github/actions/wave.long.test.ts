import { readFile } from 'node:fs/promises';
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
import { sweepSubmissions } from '../../workflows/sweep/sweep-submissions.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github.ts';
import { createToken } from '../routes/installation.ts';
import { APP_PERMISSIONS, type PullThread } from '../state.ts';
import { createRunner, createVirtualClock, type Runner, type VirtualClock } from './runner.ts';
import { parseWorkflow, startRuns, type WorkflowRun } from './workflow-runs.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-23T09:00:00Z');
const WAVE = 500;

/** The durations of jobs: installing takes about a minute of each. */
const DURATIONS: Readonly<Record<string, number>> = { evaluate: 1.5 * MINUTE, apply: MINUTE };
const getDuration = ({ id }: { readonly id: string }) => DURATIONS[id] ?? MINUTE;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test('500 pull requests of one author delay no other submission by 10 minutes', { timeout: 600_000 }, async () => {
  const clock = createVirtualClock(START);
  const { github, runner, submit } = await simulate(clock);
  const decided = new Map<number, number>();
  const opened = new Map<number, number>();

  runner.at(START, () => openWave(github));
  for (let n = 0; n < 6; n++) {
    runner.at(START + (1 + 5 * n) * MINUTE, async () => {
      const number = await propose(github, `honest-${n}`, `https://honest-${n}.example`);
      opened.set(number, clock.now());
    });
    runner.at(START + (2 + 5 * n) * MINUTE, async () => {
      opened.set(await submit(`https://posted-${n}.example`), clock.now());
    });
  }
  // A poll each minute finds out when a submission was decided.
  for (let n = 0; n <= 45; n++) {
    runner.at(START + n * MINUTE, () => {
      for (const number of opened.keys())
        if (!decided.has(number) && github.state.threads.get(number)?.labels.has('accepted'))
          decided.set(number, clock.now());
    });
  }
  await runner.runUntil(START + 45 * MINUTE);

  expect(opened.size).toBe(12);
  const delays = [...opened].map(([number, at]) => ((decided.get(number) ?? Number.POSITIVE_INFINITY) - at) / MINUTE);
  expect(Math.max(...delays)).toBeLessThanOrEqual(10);
  expect(runner.canceled()).toBeGreaterThan(WAVE - 10);
  // Sweep continues with the wave, a few at a time.
  expect(countDecided(github, 'spammer')).toBeGreaterThanOrEqual(8);
  expect(github.deviations).toEqual([]);
});

test('without the limit per author, the wave would delay others by half an hour', async () => {
  const text = await readFile('.github/workflows/review.yml', 'utf8');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub Actions
  const unlimited = text.replace(/group: evaluate-.*/, 'group: evaluate-${{ github.event.pull_request.number }}');
  expect(unlimited).not.toBe(text);
  const getDelay = async (workflow: string) => {
    const clock = createVirtualClock(START);
    let end = 0;
    const work = async (run: WorkflowRun, { id }: { readonly id: string }) => {
      if (id === 'apply' && run.jobs.some(({ group }) => group === `apply-${WAVE + 1}`)) end = clock.now();
      return 'success' as const;
    };
    const runner = createRunner({ clock, work, getDuration });
    const workflows = [parseWorkflow('review.yml', workflow)];
    for (let number = 1; number <= WAVE + 1; number++)
      runner.start(startRuns(workflows, toEvent(number, number > WAVE ? 'honest' : 'spammer')));
    await runner.runUntil(START + 24 * 60 * MINUTE);
    return (end - START) / MINUTE;
  };
  expect(await getDelay(unlimited)).toBeGreaterThan(30);
  expect(await getDelay(text)).toBeLessThanOrEqual(10);
});

/** Starts the mock with the workflows Review and Sweep. Their jobs run the code of this project in virtual time. */
async function simulate(clock: VirtualClock) {
  const workflows = [parseWorkflow('review.yml', await readFile('.github/workflows/review.yml', 'utf8'))];
  const reviews = new Map<number, Review>();
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
  const sleep = async () => undefined;
  const connect = (token: string) => ({
    octokit: withRetry(githubClient({ apiUrl: github.address, credentials: { token } }), { now: clock.now, sleep }),
    owner: github.owner,
    name: github.name,
    base: 'main',
  });
  const repository = connect(appToken);
  const authorization = `Basic ${Buffer.from(`x-access-token:${jobToken}`).toString('base64')}`;
  const landing = await openLanding({ url: `${github.address}/acme/registry.git`, authorization });
  cleanUps.push(() => landing.close());
  for (let n = 1; n <= 3; n++) {
    const jobs = connect(jobToken);
    runner.at(START + 15 * n * MINUTE, async () => void (await sweepSubmissions(jobs, clock.now())));
  }

  async function work(run: WorkflowRun, job: { readonly id: string }) {
    const number = Number(/^apply-(\d+)$/.exec(run.jobs.at(-1)?.group ?? '')?.[1]);
    const thread = github.state.threads.get(number);
    if (job.id === 'evaluate') {
      const readRecord = async () => undefined;
      const result = await reviewPull({ repository, readRecord, assess }, number, thread?.pull?.headSha ?? '');
      if (!('decision' in result)) return 'stop';
      reviews.set(number, result);
      return 'success';
    }
    const review = reviews.get(number);
    const quota = { index: listingIndex(), limitFor: () => 20 };
    if (review) await applyReview({ repository, landing, quota, now: clock.now, sleep }, review);
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
      asked: true,
      quota: undefined,
      similarNames: [],
    });
  }

  const submissions = githubSubmissions({ repository, draft: async ({ url }) => recordText(sampleRecord(url)) });
  const submit = async (url: string) =>
    Number((await submissions.submit(toOrigin(url), {})).submission_id.replace('gh-', ''));
  return { github, runner, submit };
}

/** Opens the pull requests of the wave. They share a branch, because each push takes several processes. */
async function openWave(github: FakeGithub): Promise<void> {
  await github.push('wave', [toFile('https://spam.example')], 'spammer');
  for (let n = 1; n <= WAVE; n++) await github.openPull('wave', 'spammer', `List it ${n}`, 'spammer');
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

function countDecided(github: FakeGithub, author: string): number {
  const threads = [...github.state.threads.values()] as PullThread[];
  return threads.filter(thread => thread.author.login === author && thread.labels.size > 0).length;
}

function toOrigin(url: string): Origin {
  const result = parseOrigin(url);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
