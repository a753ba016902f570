import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/timestamp.ts';
import { SubmissionError, type Submissions } from '../submission.ts';
import type { Inspect } from './inspect-submission.ts';
import { type SubmissionFiles, submissionId } from './submission-files.ts';

/** What a local registry does with submissions that were taken in. */
export interface Intake {
  readonly submissions: Submissions;
  /** Notes that a submission is being checked. */
  validating(id: string): void;
  /** Notes that one of its checks has ended. */
  checked(id: string, result: CheckResult): void;
  /** Keeps how submissions ended; from then on their origins may be submitted anew. */
  finish(ended: readonly SubmissionState[]): Promise<void>;
}

export interface IntakeOptions {
  readonly files: SubmissionFiles;
  /** Those that an earlier run left undecided. */
  readonly left: readonly OpenSubmission[];
  readonly now: () => number;
  readonly inspect: Promise<Inspect>;
  /** Told of each submission that was taken in. */
  readonly onOpen: (submission: OpenSubmission) => void;
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
  /** Ended, but not to be kept on disk, by a fault that was told. */
  const unkept = new Map<string, SubmissionState>();

  async function takeIn(origin: Origin): Promise<string> {
    const inspected = await inspect;
    // From here to where the submission is open nothing waits, so that two do not pass where there is room for one.
    inspected(origin, open.values());
    if (open.size >= MOST_OPEN) {
      throw new SubmissionError('unavailable', 'Too many submissions wait; try again later.', { retryAfter: 60 });
    }
    const submission = newSubmission(origin, now());
    open.set(submission.submission_id, submission);
    await files.add(submission).catch((cause: unknown) => {
      open.delete(submission.submission_id);
      onFault(cause);
      throw new SubmissionError('unavailable', 'The registry cannot store submissions now; try again later.', {
        cause,
      });
    });
    onOpen(submission);
    return submission.submission_id;
  }

  function openFor(origin: Origin): Promise<string> {
    const known = byListing.get(origin.id);
    if (known) return known;
    const taking = takeIn(origin);
    byListing.set(origin.id, taking);
    taking.catch(() => byListing.delete(origin.id));
    return taking;
  }

  async function status(id: string): Promise<SubmissionState | undefined> {
    return open.get(id) ?? unkept.get(id) ?? (await files.finished(id));
  }

  return {
    submissions: {
      async submit(origin) {
        const state = await status(await openFor(origin));
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
    async finish(ended) {
      await Promise.all(
        ended.map(async state => {
          const { submission_id, listing_id } = state;
          await files.finish(state).catch((error: unknown) => {
            unkept.set(submission_id, state);
            onFault(error);
          });
          open.delete(submission_id);
          byListing.delete(listing_id);
        }),
      );
    },
  };
}

function newSubmission({ id, url }: Origin, now: number): OpenSubmission {
  const time = instant(now);
  return {
    submission_id: submissionId(now),
    listing_id: id,
    url,
    status: 'pending',
    created_at: time,
    updated_at: time,
  };
}
