import type { Detail } from '#contract/detail.ts';
import type { Submission } from '#contract/submission.ts';
import { fetchDocument } from '../fetch-json.ts';
import type { ResultView } from './result-view.ts';
import { hasPage } from './submission-result.ts';

type SubmissionView = Pick<ResultView, 'setBusy' | 'showMessage' | 'showSubmission' | 'addListing' | 'removePageNote'>;

/** The maximum number of consecutive failed requests before polling stops. */
const MAX_FAILURES = 20;

/** The maximum number of attempts to see the page of a new listing, one per second. */
const MAX_PAGE_ATTEMPTS = 120;

/**
 * Polls a submission, and shows each of its states until it has a result. Then shows more about a new listing, and whether
 * its page exists.
 * @param api the URL of the API
 * @param signal aborts when the page shows something else; from then on, the view is not changed
 */
export async function followSubmission(
  api: string,
  id: string,
  view: SubmissionView,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const result = await fetchDocument<{ data: Submission }>(`${api}/listings/submit/${encodeURIComponent(id)}/status`);
    if (signal.aborted) return;
    if (result.ok) {
      failures = 0;
      const submission = result.value.data;
      view.showSubmission(submission);
      if (isServed(submission)) {
        void addListing(api, submission, view, signal);
        void awaitPage(submission, view, signal);
      }
      if (isServed(submission) || submission.status === 'rejected') return view.setBusy(false);
    } else {
      view.showMessage(result.message, true);
      failures++;
      if (result.kind === 'refused' || result.kind === 'no-service' || failures === MAX_FAILURES)
        return view.setBusy(false);
    }
    await pause(result.retryAfter ?? (result.ok ? 1 : 3));
  }
}

/** Whether the submission is accepted, and the registry serves the listing already. */
function isServed({ status, live }: Submission): boolean {
  return status === 'approved' && live !== false;
}

async function addListing(
  api: string,
  { listing_id }: Submission,
  view: SubmissionView,
  signal: AbortSignal,
): Promise<void> {
  const url = `${api}/listings/${encodeURIComponent(listing_id)}`;
  const result = await fetchDocument<{ data: Pick<Detail, 'name' | 'next_check_by'> }>(url);
  if (result.ok && !signal.aborted) view.addListing(result.value.data);
}

/** Waits until the page of a listing exists, or has not appeared for too long. */
async function awaitPage({ listing_id }: Submission, view: SubmissionView, signal: AbortSignal): Promise<void> {
  for (let attempts = 0; attempts < MAX_PAGE_ATTEMPTS && !signal.aborted; attempts++) {
    if (await hasPage(listing_id)) break;
    await pause(1);
  }
  if (!signal.aborted) view.removePageNote();
}

function pause(seconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.min(seconds, 60) * 1000));
}
