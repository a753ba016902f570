import { expect, test } from 'vitest';
import type { Blocklist } from '#listing/blocklist.ts';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath, recordText } from '#listing/listing-record.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { listingIndex } from '../../listing-index.ts';
import { createOriginCheck } from '../../origin-check.fixture.ts';
import { githubClient } from '../api/client.ts';
import { useFakeGithub } from '../fake-github.fixture.ts';
import { githubSubmissions } from '../github-submissions.ts';
import { assess } from './assessment.ts';
import { reviewPull } from './review-pull.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');
const TIDES = 'https://tides.example.com';

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

test('leaves a pull request of the registry with other files to a maintainer, without a check', async () => {
  const branch = await submit(TIDES);
  await github.push(branch, [{ path: '.github/workflows/review.yml', content: 'on: push' }]);
  const { review, checked } = await reviewed();
  expect(review).toMatchObject({
    decision: { verdict: 'needs-person', reason: expect.stringContaining('other files') },
  });
  expect(checked).toEqual([]);
});

test('reviews neither an earlier commit nor a closed pull request', async () => {
  const branch = await submit(TIDES);
  const before = headOf(1);
  await github.push(branch, [{ path: fileOf('tides.example.com'), content: '{}' }]);
  expect(await reviewed(before)).toEqual({ review: { nothing: expect.stringContaining('newer commit') }, checked: [] });
  const pull = github.state.threads.get(1);
  if (pull) pull.state = 'closed';
  expect(await reviewed()).toEqual({ review: { nothing: 'The pull request is closed.' }, checked: [] });
});

test('reviews no draft', async () => {
  await submit(TIDES);
  const pull = github.state.threads.get(1)?.pull;
  if (pull) pull.isDraft = true;
  expect(await reviewed()).toEqual({ review: { nothing: expect.stringContaining('draft') }, checked: [] });
});

test('rejects a blocked origin', async () => {
  await submit(TIDES);
  const { review } = await reviewed(headOf(1), ({ id }) => (id === 'tides.example.com' ? 'It is spam.' : undefined));
  expect(review).toMatchObject({ decision: { verdict: 'rejected', errors: [{ rule: 'refused' }] } });
});

test('checks the origin of the path, whatever URL the file contains', async () => {
  const content = recordText(sampleRecord('https://victim.example.org'));
  await github.push('change', [{ path: fileOf('tides.example.com'), content }], 'mallory');
  await github.openPull('change', 'mallory', 'List my API', 'mallory');
  const { review, checked } = await reviewed();
  expect(checked).toEqual([TIDES]);
  expect(review).toMatchObject({ origin: { url: TIDES }, decision: { verdict: 'rejected', retryable: false } });
});

test('rejects a submodule at the path of a record, without a check', async () => {
  const submodule = { path: fileOf('tides.example.com'), mode: '160000', sha: 'c0ffee'.padEnd(40, '0') };
  await github.push('change', [submodule], 'mallory');
  await github.openPull('change', 'mallory', 'List my API', 'mallory');
  const { review, checked } = await reviewed();
  expect(checked).toEqual([]);
  expect(review).toMatchObject({
    origin: { url: TIDES },
    decision: { verdict: 'rejected', reason: 'The path is not a file of at most 8 MiB.', retryable: false },
  });
});

/** Submits a URL through the registry. Returns the branch of its pull request. */
async function submit(url: string): Promise<string> {
  const { app } = github;
  const credentials = { appId: app.id, installationId: app.installation, privateKey: app.privateKey };
  const draft = async () => recordText(sampleRecord(url));
  await githubSubmissions({ repository: repository(credentials), draft }).submit(originOf(url), {});
  return github.state.threads.get(1)?.pull?.headBranch ?? '';
}

/** Reviews the first pull request at a commit. Returns the review, and the URLs of the checked origins. */
async function reviewed(headSha = headOf(1), blocklist: Blocklist = () => undefined) {
  const checked: string[] = [];
  const place = {
    readRecord: async () => undefined,
    index: listingIndex(),
    blocklist,
    limitFor: () => undefined,
    now: () => NOW,
    async verify({ url }: Origin) {
      checked.push(url);
      return createOriginCheck(url, sampleManifest());
    },
  };
  const services = {
    repository: repository({ token: github.jobToken({ contents: 'read', pull_requests: 'read' }) }),
    readRecord: place.readRecord,
    readObservation: async () => undefined,
    assess: (origin: Origin) => assess(origin, place),
  };
  return { review: await reviewPull(services, 1, headSha), checked };
}

function repository(credentials: Parameters<typeof githubClient>[0]['credentials']) {
  const { owner, name, address } = github;
  return { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
}

function headOf(number: number): string {
  return github.state.threads.get(number)?.pull?.headSha ?? '';
}

function originOf(url: string): Origin {
  const result = parseOrigin(url);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function fileOf(id: string): string {
  return `registry/listings/${recordPath(id)}`;
}
