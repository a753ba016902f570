import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { limitUnit } from '../limit-unit.ts';
import { SubmissionError, type Submissions, type SubmitContext } from '../submission.ts';
import type { Inspect } from './inspect-submission.ts';
import { createRetrier } from './retrier.ts';
import { type QueuedSubmission, type SubmissionFiles, submissionId } from './submission-files.ts';

/** The submissions of a local registry, and the notifications of their progress. */
export interface Intake {
  readonly submissions: Submissions;
  /** Marks a submission as being checked. */
  validating(id: string): void;
  /** Stores the result of one of its checks. */
  checked(id: string, result: CheckResult): void;
  /**
   * Stores the final states of submissions, and retries until that succeeds. A final state is visible, and its origin
   * may be submitted again, only after it is stored.
   */
  finish(ended: readonly SubmissionState[]): Promise<void>;
  /** Stops storing. Submissions without a stored state are open again at the next start. */
  close(): Promise<void>;
}

export interface IntakeOptions {
  readonly files: SubmissionFiles;
  /** The undecided submissions of an earlier run. */
  readonly left: readonly QueuedSubmission[];
  readonly now: () => number;
  readonly inspect: Promise<Inspect>;
  /** Called with each submission that is accepted into the queue. */
  readonly onOpen: (submission: QueuedSubmission) => void;
  readonly onFault: (error: unknown) => void;
}

/** The maximum number of open submissions. */
const MAX_OPEN = 10_000;

/** Creates the intake, which accepts one open submission per origin and returns the state of each submission. */
export function createIntake(options: IntakeOptions): Intake {
  const { files, now, inspect, onOpen, onFault } = options;
  const open = new Map(options.left.map(each => [each.submission_id, each]));
  /** The id of the open submission by listing, once it is stored. */
  const byListing = new Map<string, Promise<string>>(
    options.left.map(each => [each.listing_id, Promise.resolve(each.submission_id)]),
  );
  /** The listings with an open submission, by limit unit. */
  const byUnit = new Map<string, Set<string>>();
  for (const submission of options.left) count(submission);
  const storing = createRetrier(store, onFault);

  function count({ url, listing_id }: QueuedSubmission): void {
    const unit = limitUnit(url);
    byUnit.set(unit, (byUnit.get(unit) ?? new Set()).add(listing_id));
  }

  /** Removes a submission from the open ones. */
  function drop({ submission_id, listing_id, url }: SubmissionState): void {
    const unit = limitUnit(url);
    const listings = byUnit.get(unit);
    listings?.delete(listing_id);
    if (listings?.size === 0) byUnit.delete(unit);
    open.delete(submission_id);
    byListing.delete(listing_id);
  }

  async function store(state: SubmissionState): Promise<void> {
    await files.finish(state);
    drop(state);
  }

  async function accept(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const inspected = await inspect;
    // No `await` until the submission counts as open. Otherwise two submissions could pass when only one is within the
    // limit.
    inspected(origin, { waiting: byUnit.get(limitUnit(origin.url)) ?? [], isPrivileged });
    if (open.size >= MAX_OPEN) {
      throw new SubmissionError('unavailable', 'Too many open submissions. Try again later.', { retryAfter: 60 });
    }
    const submission = newSubmission(origin, now(), isPrivileged);
    open.set(submission.submission_id, submission);
    count(submission);
    await files.add(submission).catch((cause: unknown) => {
      drop(submission);
      onFault(cause);
      throw new SubmissionError(
        'unavailable',
        'The registry cannot store submissions at the moment. Try again later.',
        {
          cause,
        },
      );
    });
    onOpen(submission);
    return submission.submission_id;
  }

  function findOrCreate(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const known = byListing.get(origin.id);
    if (known) return known;
    const pending = accept(origin, isPrivileged);
    byListing.set(origin.id, pending);
    pending.catch(() => byListing.delete(origin.id));
    return pending;
  }

  async function status(id: string): Promise<SubmissionState | undefined> {
    const queued = open.get(id);
    return queued ? publicState(queued) : files.finished(id);
  }

  return {
    submissions: {
      async submit(origin, { isPrivileged }: SubmitContext) {
        const state = await status(await findOrCreate(origin, isPrivileged));
        if (!state) throw new Error('A submission disappeared after it was stored.');
        return state;
      },
      status,
    },
    validating(id) {
      const submission = open.get(id);
      if (submission) open.set(id, { ...submission, status: 'validating', updated_at: instant(now()) });
    },
    checked(id, result) {
      const submission = open.get(id);
      if (submission) open.set(id, { ...submission, checks: [...(submission.checks ?? []), result] });
    },
    finish: ended => storing.run(ended),
    close: () => storing.close(),
  };
}

/** Returns the public part of the state. */
export function publicState({ isPrivileged: _, ...state }: QueuedSubmission): OpenSubmission {
  return state;
}

function newSubmission({ id, url }: Origin, now: number, isPrivileged: boolean | undefined): QueuedSubmission {
  const time = instant(now);
  return {
    submission_id: submissionId(now),
    listing_id: id,
    url,
    status: 'pending',
    created_at: time,
    updated_at: time,
    ...(isPrivileged !== undefined && { isPrivileged }),
  };
}
