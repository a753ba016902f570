import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SubmissionState } from '#contract/submission.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type QueuedSubmission, submissionFiles, submissionId } from './submission-files.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');

let folder: string;
let damaged: string[];
beforeEach(async () => {
  damaged = [];
  folder = await makeTemporaryFolder('submission-files-');
});
afterEach(() => removeFolder(folder));

function submission(now = NOW): QueuedSubmission {
  const time = '2026-11-21T09:30:00Z';
  const origin = { id: 'a.example.com', url: 'https://a.example.com', host: 'a.example.com' };
  const facts = { listing_id: origin.id, url: origin.url, created_at: time, updated_at: time };
  return { state: { submission_id: submissionId(now), status: 'pending', ...facts }, origin, isPrivileged: undefined };
}

function rejected({ state }: QueuedSubmission): SubmissionState {
  return { ...state, status: 'rejected', reason: 'No.', errors: [], report: null, retryable: false };
}

test('creates unique UUIDs that sort by time', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => submissionId(NOW + n));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(id => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
  expect(submissionId(NOW)).not.toBe(submissionId(NOW));
});

test('keeps a submission open until the decision, also after a restart', async () => {
  const files = await submissionFiles(folder, file => damaged.push(file));
  const [first, second] = [submission(), { ...submission(NOW + 1), isPrivileged: true }];
  await files.add(second);
  await files.add(first);
  const again = await submissionFiles(folder, file => damaged.push(file));
  expect(await again.open()).toEqual([first, second]);
  await again.finish(rejected(first));
  expect(await again.open()).toEqual([second]);
  expect(await files.finished(first.state.submission_id)).toEqual(rejected(first));
  expect(await files.finished(second.state.submission_id)).toBeUndefined();
});

test('drops drafts and decided submissions that a killed process left open', async () => {
  const files = await submissionFiles(folder, file => damaged.push(file));
  const open = submission();
  await files.finish(rejected(open));
  await files.add(open);
  await writeFile(path.join(folder, 'open', `${submissionId(NOW)}.json.draft`), '{"half');
  const again = await submissionFiles(folder, file => damaged.push(file));
  expect(await again.open()).toEqual([]);
  expect(damaged).toEqual([]);
  expect(await readdir(path.join(folder, 'open'))).toEqual([]);
});

test.each([
  ['accepted without an outcome', { status: 'approved', similar_names: [], report: null }],
  ['accepted without similar names', { status: 'approved', outcome: 'listed', report: null }],
  ['rejected without errors', { status: 'rejected', reason: 'No.', report: null }],
])('counts a decided submission as missing that was %s', async (_, decision) => {
  const files = await submissionFiles(folder, file => damaged.push(file));
  const { state } = submission();
  const file = path.join(folder, 'done', `${state.submission_id}.json`);
  await writeFile(file, JSON.stringify({ ...state, ...decision }));
  expect(await files.finished(state.submission_id)).toBeUndefined();
  expect(damaged).toEqual([file]);
});

test('keeps the latest decided submissions', async () => {
  const files = await submissionFiles(folder, file => damaged.push(file));
  const all = [0, 1, 2].map(minutes => submission(NOW + minutes * 60_000));
  for (const each of all) await files.finish(rejected(each));
  await files.prune();
  await files.prune(2);
  const kept = await Promise.all(all.map(each => files.finished(each.state.submission_id)));
  expect(kept.map(each => each !== undefined)).toEqual([false, true, true]);
});

test('keeps a new decided submission if the clock was ahead before', async () => {
  const before = await submissionFiles(folder, file => damaged.push(file));
  const ahead = submission(NOW + 30 * 86_400_000);
  await before.finish(rejected(ahead));
  const files = await submissionFiles(folder, file => damaged.push(file));
  const created = [1, 2].map(() => files.createId(NOW));
  expect([ahead.state.submission_id, ...created].toSorted()).toEqual([ahead.state.submission_id, ...created]);
  const decided = created.map(submission_id => ({ ...rejected(submission()), submission_id }));
  for (const each of decided) await files.finish(each);
  await files.prune(1);
  expect(await Promise.all(created.map(id => files.finished(id)))).toEqual([undefined, decided[1]]);
});
