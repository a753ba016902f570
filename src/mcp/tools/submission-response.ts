import type { SubmissionMembers } from '#contract/submission.ts';
import type { McpUrls } from '../context.ts';
import { toSafeJson } from '../safe-json.ts';
import { problemLine, problemSchema } from './finding-schemas.ts';
import { flag, listOf, objectOf, text } from './output-schema.ts';
import type { ToolOutput } from './tool.ts';

/** The output schema of a submission's state. */
export const submissionSchema = objectOf(
  {
    submission_id: text(),
    status: { type: 'string', enum: ['pending', 'validating', 'approved', 'rejected'] },
    url: text('The origin that was submitted.'),
    listing_id: text('The id that its listing has or would have.'),
    created_at: text(),
    updated_at: text('When the status last changed.'),
    listing_url: text('Of an approved one.'),
    live: flag('Of an approved one: whether this registry has it yet.'),
    similar_names: listOf(text(), 'Of an approved one: ids of listings whose names look the same.'),
    reason: text('Of a rejected one.'),
    errors: listOf(problemSchema, 'Of a rejected one: what to mend.'),
    retryable: flag('Of a rejected one: whether the same may end well later with nothing mended.'),
  },
  ['listing_url', 'live', 'similar_names', 'reason', 'errors', 'retryable'],
);

/** Tells how a submission stands, and what to do next. */
export function formatSubmission(state: SubmissionMembers, { registry }: McpUrls): ToolOutput {
  const { submission_id, status, url, listing_id, created_at, updated_at } = state;
  const { similar_names, live, reason, errors, retryable } = state;
  const listing_url = status === 'approved' ? `${registry}/listings/${encodeURIComponent(listing_id)}` : undefined;
  const facts = { submission_id, status, url, listing_id, created_at, updated_at };
  const outcome = { listing_url, live, similar_names, reason, errors, retryable };
  const data = Object.fromEntries(Object.entries({ ...facts, ...outcome }).filter(([, value]) => value !== undefined));
  return { text: textOf(state), data };
}

function textOf({
  submission_id,
  status,
  url,
  listing_id,
  similar_names = [],
  reason,
  errors = [],
  retryable,
}: SubmissionMembers): string {
  const lead = `Submission ${toSafeJson(submission_id)} of ${toSafeJson(url)} is ${status}.`;
  if (status === 'approved') {
    const similar =
      similar_names.length > 0 ? [`Listings with names that look the same: ${toSafeJson(similar_names)}.`] : [];
    return [lead, ...similar, `Next: get_listing with the id ${toSafeJson(listing_id)}.`].join('\n');
  }
  if (status !== 'rejected')
    return `${lead} Its checks run on their own, for some seconds up to a few minutes. Next: get_submission_status with this submission_id.`;
  const next = retryable
    ? 'Nothing has to be mended: submit_api again later.'
    : 'Mend this, check it by validate_manifest, and submit_api again.';
  return [lead, reason ?? '', ...errors.slice(0, 20).map(problemLine), next].join('\n');
}
