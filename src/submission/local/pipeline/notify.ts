import type { RejectedSubmission, SubmissionState } from '#contract/submission.ts';
import { type Listing, listingOf } from '#listing/listing.ts';
import { instant } from '#listing/time/timestamp.ts';
import { finding } from '#manifest/finding.ts';
import type { RecordRepository } from '../record-repository.ts';
import { type DecidedSubmission, isChange } from './accept.ts';
import { createRetrier } from './retrier.ts';
import type { QueuedSubmission } from './submission-files.ts';
import type { SubmissionStates } from './submission-states.ts';

export interface NotifyOptions {
  readonly repository: Pick<RecordRepository, 'checkOut'>;
  readonly states: SubmissionStates;
  /** Called with each new or changed listing, before its submission counts as approved. */
  readonly onListing: (listing: Listing) => void | Promise<void>;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
}

/** The last step: publishes decisions, and stores the final state of each submission. */
export interface Notifier {
  /** Writes committed records to the work tree, announces the listings, and stores the final states. */
  decided(submissions: readonly DecidedSubmission[]): Promise<void>;
  /** Rejects submissions as retryable after an internal error, which is unrelated to their origins. */
  failed(submissions: readonly QueuedSubmission[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates a notifier of decisions. It retries until a decision is visible and stored. */
export function createNotifier({ repository, states, onListing, onFault, now }: NotifyOptions): Notifier {
  /** If a record cannot be written, its listing is not announced, and the retrier repeats all of it. */
  const publishing = createRetrier(async (decided: DecidedSubmission) => {
    const { decision } = decided;
    if (isChange(decision)) await repository.checkOut([decision.record]);
    await announce(decided).catch(onFault);
    await states.finish([toState(decided, now())]);
  }, onFault);

  async function announce({ decision, before }: DecidedSubmission): Promise<void> {
    const record = decision.verdict === 'accepted' ? decision.record : before;
    if (record && decision.observation) await onListing(listingOf(record, decision.observation));
  }

  return {
    decided: submissions => publishing.run(submissions),
    failed: submissions => states.finish(submissions.map(submission => rejectAfterError(submission, now()))),
    async close() {
      await publishing.close();
      await states.close();
    },
  };
}

function toState({ state, decision }: DecidedSubmission, now: number): SubmissionState {
  const facts = { ...state, updated_at: instant(now) };
  const { report } = decision;
  if (decision.verdict === 'rejected') {
    const { reason, errors, retryable } = decision;
    return { ...facts, status: 'rejected', reason, errors, report, retryable };
  }
  const { outcome, similarNames } = decision;
  return { ...facts, status: 'approved', outcome, similar_names: similarNames, report, live: true };
}

function rejectAfterError({ state }: QueuedSubmission, now: number): RejectedSubmission {
  const reason = 'The submission failed because of an internal error of the registry.';
  return {
    ...state,
    status: 'rejected',
    updated_at: instant(now),
    reason,
    errors: [finding('', 'fault', reason, 'You do not need to change anything. Submit again later.')],
    report: null,
    retryable: true,
  };
}
