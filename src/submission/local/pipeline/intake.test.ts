import { expect, test } from 'vitest';
import { originOfServer } from '../local-registry.fixture.ts';
import { createIntake } from './intake.ts';
import { type QueuedSubmission, type SubmissionFiles, submissionId } from './submission-files.ts';
import { createSubmissionStates } from './submission-states.ts';

const NOW = Date.parse('2026-11-21T09:30:00Z');
const ORIGIN = originOfServer('https://api.example.com');

/** An intake whose disk fails `failures` times. */
function createTestIntake({ failures = 0, left = [] }: { failures?: number; left?: readonly QueuedSubmission[] } = {}) {
  const stored: QueuedSubmission[] = [];
  const queued: QueuedSubmission[] = [];
  const faults: unknown[] = [];
  let remaining = failures;
  const files: SubmissionFiles = {
    createId: submissionId,
    async add(submission) {
      remaining -= 1;
      if (remaining >= 0) throw new Error('ENOSPC');
      stored.push(submission);
    },
    finish: async () => undefined,
    finished: async () => undefined,
    open: async () => [],
    prune: async () => undefined,
  };
  const now = () => NOW;
  const onFault = (error: unknown) => faults.push(error);
  const states = createSubmissionStates(files, left, { now, onFault });
  const limits = Promise.resolve(() => undefined);
  const intake = createIntake({ files, states, limits, now, onOpen: submission => queued.push(submission), onFault });
  return { intake, stored, queued, faults };
}

test('stores a submission before it queues it', async () => {
  const { intake, stored, queued } = createTestIntake();
  const state = await intake.submit(ORIGIN, {});
  expect(state).toMatchObject({ status: 'pending', listing_id: ORIGIN.id, created_at: '2026-11-21T09:30:00Z' });
  expect(stored).toHaveLength(1);
  expect(queued).toEqual(stored);
  expect(await intake.status(state.submission_id)).toEqual(state);
});

test('rejects a submission that it cannot store, and accepts the origin again afterwards', async () => {
  const { intake, stored, queued, faults } = createTestIntake({ failures: 1 });
  const error = { kind: 'unavailable', message: expect.stringContaining('cannot store submissions'), retryAfter: 60 };
  await expect(intake.submit(ORIGIN, {})).rejects.toMatchObject(error);
  expect(queued).toEqual([]);
  expect(faults).toEqual([new Error('ENOSPC')]);
  const state = await intake.submit(ORIGIN, {});
  expect(stored.map(each => each.state)).toEqual([state]);
  expect(queued).toEqual(stored);
});

test('rejects submissions beyond 10,000 open ones, except of an origin that has one', async () => {
  const left = Array.from({ length: 9999 }, (_, n): QueuedSubmission => {
    const origin = originOfServer(`https://api-${n}.example.com`);
    const time = '2026-11-21T09:00:00Z';
    const facts = { listing_id: origin.id, url: origin.url, created_at: time, updated_at: time };
    return { state: { submission_id: `id-${n}`, status: 'pending', ...facts }, origin, isPrivileged: undefined };
  });
  const { intake } = createTestIntake({ left });
  const { submission_id } = await intake.submit(ORIGIN, {});
  const other = originOfServer('https://other.example.com');
  await expect(intake.submit(other, {})).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 60 });
  expect(await intake.submit(ORIGIN, {})).toMatchObject({ submission_id });
});
