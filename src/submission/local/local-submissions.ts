import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { limitUnit } from '../limit-unit.ts';
import { SubmissionError, type Submissions, type SubmitContext } from '../submission.ts';
import type { Inspect } from './inspect-submission.ts';
import { createRetrier } from './retrier.ts';
import { type QueuedSubmission, type SubmissionFiles, submissionId } from './submission-files.ts';

/** What a local registry does with submissions that were taken in. */
export interface Intake {
  readonly submissions: Submissions;
  /** Notes that a submission is being checked. */
  validating(id: string): void;
  /** Notes that one of its checks has ended. */
  checked(id: string, result: CheckResult): void;
  /**
   * Stores how submissions ended. A final state is reported, and its origin may be submitted again, only once it is
   * stored; storing is retried until it succeeds.
   */
  finish(ended: readonly SubmissionState[]): Promise<void>;
  /** Stops storing; what is not stored is open again at the next start. */
  close(): Promise<void>;
}

export interface IntakeOptions {
  readonly files: SubmissionFiles;
  /** Those that an earlier run left undecided. */
  readonly left: readonly QueuedSubmission[];
  readonly now: () => number;
  readonly inspect: Promise<Inspect>;
  /** Called with each submission that is accepted into the queue. */
  readonly onOpen: (submission: QueuedSubmission) => void;
  readonly onFault: (error: unknown) => void;
}

/** The most submissions that may wait. */
const MOST_OPEN = 10_000;

/** Takes submissions in, one at a time for each origin, and knows how each stands. */
export function createIntake(options: IntakeOptions): Intake {
  const { files, now, inspect, onOpen, onFault } = options;
  const open = new Map(options.left.map(each => [each.submission_id, each]));
  /** By listing: the submission that is open, once it is safely kept. */
  const byListing = new Map<string, Promise<string>>(
    options.left.map(each => [each.listing_id, Promise.resolve(each.submission_id)]),
  );
  /** By limit unit: the listings with an open submission. */
  const byUnit = new Map<string, Set<string>>();
  for (const submission of options.left) count(submission);
  const storing = createRetrier(store, onFault);

  function count({ url, listing_id }: QueuedSubmission): void {
    const unit = limitUnit(url);
    byUnit.set(unit, (byUnit.get(unit) ?? new Set()).add(listing_id));
  }

  /** Removes a submission from those that are open. */
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

  async function takeIn(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const inspected = await inspect;
    // From here to where the submission is open nothing waits, so that two do not pass where there is room for one.
    inspected(origin, { waiting: byUnit.get(limitUnit(origin.url)) ?? [], isPrivileged });
    if (open.size >= MOST_OPEN) {
      throw new SubmissionError('unavailable', 'Too many submissions wait; try again later.', { retryAfter: 60 });
    }
    const submission = newSubmission(origin, now(), isPrivileged);
    open.set(submission.submission_id, submission);
    count(submission);
    await files.add(submission).catch((cause: unknown) => {
      drop(submission);
      onFault(cause);
      throw new SubmissionError('unavailable', 'The registry cannot store submissions now; try again later.', {
        cause,
      });
    });
    onOpen(submission);
    return submission.submission_id;
  }

  function openFor(origin: Origin, isPrivileged: boolean | undefined): Promise<string> {
    const known = byListing.get(origin.id);
    if (known) return known;
    const taking = takeIn(origin, isPrivileged);
    byListing.set(origin.id, taking);
    taking.catch(() => byListing.delete(origin.id));
    return taking;
  }

  async function status(id: string): Promise<SubmissionState | undefined> {
    const queued = open.get(id);
    return queued ? publicState(queued) : files.finished(id);
  }

  return {
    submissions: {
      async submit(origin, { isPrivileged }: SubmitContext) {
        const state = await status(await openFor(origin, isPrivileged));
        if (!state) throw new Error('A submission that was just kept is gone.');
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

/** The state without what is none of a client's business. */
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
