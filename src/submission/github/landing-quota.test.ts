import { expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { parseOrigin } from '#listing/origin.ts';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { evaluateSubmission } from '../acceptance-rule.ts';
import { listingIndex } from '../listing-index.ts';
import { createOriginCheck } from '../origin-check.fixture.ts';
import { githubClient } from './api/client.ts';
import { withRetry } from './api/retry.ts';
import { useFakeGithub } from './fake-github.fixture.ts';
import { githubSubmissions } from './github-submissions.ts';
import type { LandingQuota } from './landing-quota.ts';
import { applyReview } from './review/apply-review.ts';
import { openLanding } from './review/landing.ts';
import type { Review } from './review/review.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');
const LIMIT = 2;

/** An empty index, as in a checkout without the submissions. */
const QUOTA: LandingQuota = { index: listingIndex(), limitFor: () => LIMIT };

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

test('merges no more than the daily limit in parallel reviews of one domain', async () => {
  const reviews: Review[] = [];
  for (let n = 0; n < LIMIT + 1; n++) reviews.push(await accepted(`https://api${n}.example.com`));
  reviews.push(await accepted('https://elsewhere.example'));
  const settlements = await Promise.all(reviews.map(settled));

  const merged = settlements.filter(settlement => settlement.endsWith('was merged.'));
  expect(merged).toHaveLength(LIMIT + 1);
  expect(merged).toContain('The record of elsewhere.example was merged.');
  const landed = await Promise.all(reviews.map(({ origin }) => github.file('main', fileOf(origin?.id ?? ''))));
  expect(landed.filter(text => text !== undefined)).toHaveLength(LIMIT + 1);

  for (const [n, review] of reviews.entries()) {
    const state = await submissions().status(`gh-${review.pull}`);
    if (landed[n]) expect(state).toMatchObject({ status: 'approved', outcome: 'listed' });
    else expect(state).toMatchObject({ status: 'rejected', retryable: true, errors: [{ rule: 'daily_limit' }] });
    expect([...(github.state.threads.get(review.pull)?.labels ?? [])]).toEqual([landed[n] ? 'accepted' : 'rejected']);
  }
});

test('counts neither other days nor other domains, and never an update', async () => {
  const yesterday = { created_at: '2026-11-20T23:59:59Z', updated_at: '2026-11-20T23:59:59Z' };
  await push(['https://a.example.com', 'https://b.example.com'], yesterday);
  const today = { created_at: '2026-11-21T00:00:00Z', updated_at: '2026-11-21T00:00:00Z' };
  await push(['https://example.net', 'https://a.exotic.example'], today);
  expect(await settled(await accepted('https://new.example.com'))).toMatch(/was merged/);

  await push(['https://d.example.com'], today);
  expect(await settled(await accepted('https://newer.example.com'))).toMatch(/rejected/);
  expect(await settled(await accepted('https://d.example.com', '2026-11-21T00:00:00Z'))).toMatch(/was merged/);
});

/** Submits an origin and reviews it, as a job with an empty registry or with the listing to update. */
async function accepted(url: string, listedAt?: string): Promise<Review> {
  const result = parseOrigin(url);
  if (!result.ok) throw new Error(result.error);
  const origin = result.value;
  const times = { created_at: listedAt ?? '', updated_at: listedAt ?? '' };
  const { submission_id } = await submissions().submit(origin, {});
  const pull = Number(submission_id.replace('gh-', ''));
  const decision = evaluateSubmission({
    origin,
    record: listedAt === undefined ? undefined : sampleRecord(url, {}, times),
    observation: undefined,
    refused: undefined,
    verification: createOriginCheck(url, sampleManifest({ name: `API at ${url}` })),
    now: NOW,
    isOnDemand: true,
    quota: undefined,
    similarNames: [],
  });
  return { pull, head_sha: github.state.threads.get(pull)?.pull?.headSha ?? '', origin, decision };
}

async function settled(review: Review): Promise<string> {
  const sleep = () => new Promise<void>(resolve => setTimeout(resolve, 10));
  const token = github.jobToken({ contents: 'write', pull_requests: 'write' });
  const octokit = withRetry(githubClient({ apiUrl: github.address, credentials: { token } }), {
    now: () => NOW,
    sleep,
  });
  const repository = { octokit, owner: github.owner, name: github.name, base: 'main' };
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const landing = await openLanding({ url: `${github.address}/${github.owner}/${github.name}.git`, authorization });
  try {
    return await applyReview({ repository, landing, quota: QUOTA, now: () => NOW, sleep }, review);
  } finally {
    await landing.close();
  }
}

async function push(urls: readonly string[], times: object): Promise<void> {
  const records = urls.map(url => sampleRecord(url, {}, times));
  await github.push(
    'main',
    records.map(record => ({ path: fileOf(record.id), content: recordText(record) })),
  );
}

function submissions() {
  const { app, owner, name, address } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey: app.privateKey };
  const repository = { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
  return githubSubmissions({ repository, draft: async ({ url }) => recordText(sampleRecord(url)) });
}

function fileOf(id: string): string {
  return `registry/listings/${recordPath(id)}`;
}
