import type { CheckResult } from '#contract/report.ts';
import type { OpenSubmission, SubmissionState } from '#contract/submission.ts';
import type { Origin } from '#listing/origin.ts';
import { instant } from '#listing/time/timestamp.ts';
import { limitUnit } from '../../limit-unit.ts';
import { createRetrier } from './retrier.ts';
import type { QueuedSubmission, SubmissionFiles } from './submission-files.ts';

/** The state of each submission: in memory while it is open, and in a file after the decision. */
export interface SubmissionStates {
  /** The number of open submissions. */
  count(): number;
  /** The id of the open submission of a listing. */
  findOpen(listingId: string): string | undefined;
  /** The listings of an origin's limit unit that have an open submission. */
  waiting(origin: Origin): Iterable<string>;
  add(submission: QueuedSubmission): void;
  remove(submission: QueuedSubmission): void;
  /** Marks a submission as being checked. */
  markValidating(id: string): void;
  /** Adds the result of one of its checks. */
  addResult(id: string, result: CheckResult): void;
  /**
   * Stores the final states of submissions, and retries until that succeeds. A final state is visible, and its origin
   * may be submitted again, only after it is stored.
   */
  finish(ended: readonly SubmissionState[]): Promise<void>;
  /** Returns the state of a submission. Undefined if the id is unknown. */
  get(id: string): Promise<SubmissionState | undefined>;
  /** Stops storing. Submissions without a stored state are open again at the next start. */
  close(): Promise<void>;
}

/** @param left the undecided submissions of an earlier run */
export function createSubmissionStates(
  files: SubmissionFiles,
  left: readonly QueuedSubmission[],
  { now, onFault }: { readonly now: () => number; readonly onFault: (error: unknown) => void },
): SubmissionStates {
  const open = new Map<string, OpenSubmission>();
  const byListing = new Map<string, string>();
  const byUnit = new Map<string, Set<string>>();
  const storing = createRetrier(store, onFault);
  for (const submission of left) add(submission);

  function add({ state }: QueuedSubmission): void {
    const unit = limitUnit({ id: state.listing_id, url: state.url });
    open.set(state.submission_id, state);
    byListing.set(state.listing_id, state.submission_id);
    byUnit.set(unit, (byUnit.get(unit) ?? new Set()).add(state.listing_id));
  }

  function remove({ submission_id, listing_id, url }: SubmissionState): void {
    const unit = limitUnit({ id: listing_id, url });
    const listings = byUnit.get(unit);
    listings?.delete(listing_id);
    if (listings?.size === 0) byUnit.delete(unit);
    open.delete(submission_id);
    byListing.delete(listing_id);
  }

  async function store(state: SubmissionState): Promise<void> {
    await files.finish(state);
    remove(state);
  }

  return {
    count: () => open.size,
    findOpen: listingId => byListing.get(listingId),
    waiting: origin => byUnit.get(limitUnit(origin)) ?? [],
    add,
    remove: ({ state }) => remove(state),
    markValidating(id) {
      const state = open.get(id);
      if (state) open.set(id, { ...state, status: 'validating', updated_at: instant(now()) });
    },
    addResult(id, result) {
      const state = open.get(id);
      if (state) open.set(id, { ...state, checks: [...(state.checks ?? []), result] });
    },
    finish: ended => storing.run(ended),
    get: async id => open.get(id) ?? (await files.finished(id)),
    close: () => storing.close(),
  };
}
