import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '#contract/submission.ts';
import { followSubmission } from './follow-submission.ts';

const VALIDATING = { submission_id: '1', listing_id: 'api.example', url: 'https://api.example', status: 'validating' };
const REJECTED = { ...VALIDATING, status: 'rejected' };

/** The calls of the view, in order. */
const calls: string[] = [];
const view = {
  setBusy: (isBusy: boolean) => void calls.push(`busy: ${isBusy}`),
  showMessage: (text: string) => void calls.push(text),
  showSubmission: ({ status }: Submission) => void calls.push(status),
  addListing: () => void calls.push('listing'),
  removePageNote: () => void calls.push('page'),
};

let responses: (() => Response)[];

beforeEach(() => {
  calls.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => responses.shift()?.() ?? Promise.reject(new Error('Unexpected request.')));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function respondWith(submission: unknown): () => Response {
  return () => Response.json({ data: submission });
}

test('shows each state until the submission has a result', async () => {
  responses = [respondWith(VALIDATING), respondWith(VALIDATING), respondWith(REJECTED)];
  const followed = followSubmission('', '1', view, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3000);
  await followed;
  expect(calls).toEqual(['validating', 'validating', 'rejected', 'busy: false']);
});

test('leaves the view to the next check if it is aborted between two requests', async () => {
  responses = [respondWith(VALIDATING), respondWith(REJECTED)];
  const stop = new AbortController();
  const followed = followSubmission('', '1', view, stop.signal);
  await vi.advanceTimersByTimeAsync(500);
  stop.abort();
  await vi.advanceTimersByTimeAsync(3000);
  await followed;
  expect(calls).toEqual(['validating']);
});

test('stops after a response that a retry does not change', async () => {
  responses = [() => Response.json({ detail: 'Submission not found.' }, { status: 404 })];
  await followSubmission('', '1', view, new AbortController().signal);
  expect(calls).toEqual(['Submission not found.', 'busy: false']);
});
