import type { SubmissionMembers } from '#contract/submission.ts';
import type { McpUrls } from '../context.ts';
import { toSafeJson } from '../safe-json.ts';
import { formatFinding, problemSchema } from './finding-schemas.ts';
import { flag, listOf, objectOf, text } from './output-schema.ts';
import type { ToolOutput } from './tool.ts';

/** The output schema of a submission. */
export const submissionSchema = objectOf(
  {
    submission_id: text(),
    status: { type: 'string', enum: ['pending', 'validating', 'approved', 'rejected'] },
    url: text(),
    listing_id: text(),
    created_at: text(),
    updated_at: text(),
    listing_url: text(),
    live: flag('Whether this registry serves the listing yet.'),
    similar_names: listOf(text(), 'Ids of listings with a similar name.'),
    reason: text(),
    errors: listOf(problemSchema, 'pointer, message, hint'),
    retryable: flag('True if a later retry may pass without changes.'),
  },
  ['listing_url', 'live', 'similar_names', 'reason', 'errors', 'retryable'],
);

/** Formats the state of a submission, with the next step. */
export function formatSubmission(state: SubmissionMembers, { registry }: McpUrls): ToolOutput {
  const { submission_id, status, url, listing_id, created_at, updated_at } = state;
  const { similar_names, live, reason, errors, retryable } = state;
  const listing_url = status === 'approved' ? `${registry}/listings/${encodeURIComponent(listing_id)}` : undefined;
  const common = { submission_id, status, url, listing_id, created_at, updated_at };
  const outcome = { listing_url, live, similar_names, reason, errors, retryable };
  const data = Object.fromEntries(Object.entries({ ...common, ...outcome }).filter(([, value]) => value !== undefined));
  return { text: formatText(state), data };
}

function formatText({
  submission_id,
  status,
  url,
  listing_id,
  similar_names = [],
  reason,
  errors = [],
  retryable,
}: SubmissionMembers): string {
  const summary = `Submission ${toSafeJson(submission_id)} of ${toSafeJson(url)} is ${status}.`;
  if (status === 'approved') {
    const similar = similar_names.length > 0 ? [`Listings with a similar name: ${toSafeJson(similar_names)}.`] : [];
    return [summary, ...similar, `Next: get_listing with the id ${toSafeJson(listing_id)}.`].join('\n');
  }
  if (status !== 'rejected')
    return `${summary} The checks take from a few seconds to a few minutes. Next: get_submission_status with this submission_id.`;
  const next = retryable
    ? 'There may be nothing to fix. Next: submit_api again later.'
    : 'Next: fix these errors, check the manifest with validate_manifest, and run submit_api again.';
  return [summary, reason ?? '', ...errors.slice(0, 20).map(formatFinding), next].join('\n');
}
