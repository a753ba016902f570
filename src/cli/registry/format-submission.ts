import type { BodyTypes } from '#client/body-types.ts';
import type { SubmissionState } from '#client/client.ts';
import { type Colors, createColors } from '../terminal/colors.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** The members of a result that have a text. The client requires the others. */
export const SUBMISSION_TYPES: BodyTypes = {
  'reason?': 'string',
  'errors?[].field': 'string',
  'errors?[].rule': 'string',
  'errors?[].message': 'string',
  'errors?[].hint': 'string',
  'similar_names?[]': 'string',
};

/** Formats a state of a submission as one line. */
export function formatProgress(state: SubmissionState, registry: string, hasColors: boolean): string {
  const style = createColors(hasColors);
  const { status, submission_id, url, listing_id, live } = state;
  const descriptions: Readonly<Record<string, string>> = {
    pending: `queued at ${registry} as submission ${sanitizeLine(submission_id)}`,
    validating: `checking ${sanitizeLine(url)}`,
    approved: live ? `${registry}/listings/${sanitizeLine(listing_id)}` : 'accepted; the registry is rebuilding',
    rejected: 'not listed',
  };
  const name = status === 'approved' && live ? 'live' : status;
  const color = status === 'rejected' ? 'red' : status === 'approved' ? 'green' : 'dim';
  return `${style(color, name.padEnd(10))}  ${descriptions[status] ?? ''}\n`;
}

/** Formats the result of a submission and the next step. */
export function formatSubmissionResult(state: SubmissionState, hasColors: boolean): string {
  const style = createColors(hasColors);
  if (state.status === 'rejected') return `${formatRejection(state, style).join('\n')}\n`;
  if (state.status !== 'approved')
    return `Not yet decided. To check again, run api-manifest status ${sanitizeLine(state.submission_id)}.\n`;
  const similarIds = state.similar_names ?? [];
  const similar =
    similarIds.length > 0
      ? `\nListings with a similar name: ${similarIds.map(id => sanitizeLine(id)).join(', ')}.`
      : '';
  return `\n${style('green', OUTCOMES[state.outcome ?? 'listed'] ?? 'Accepted.')} The listing id is ${sanitizeLine(state.listing_id)}.${similar}\n`;
}

/** Returns the exit status of a command that waited for a submission. */
export function toExitStatus({ status }: SubmissionState): ExitStatus {
  return status === 'approved' ? EXIT.passed : EXIT.failed;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  listed: 'Listed.',
  updated: 'Already listed. The listing was updated.',
  unchanged: 'Already listed, with no changes.',
  claimed: "Listed. The publisher's manifest replaced the one from documentation.",
  withdrawn: 'Withdrawn, as the manifest requests.',
};

function formatRejection({ reason, errors, retryable, url }: SubmissionState, style: Colors): readonly string[] {
  const nextStep = retryable
    ? 'A check was inconclusive, so there may be nothing to fix. Submit again later.'
    : `Fix the errors, run api-manifest validate ${sanitizeLine(url)}, and submit again.`;
  return [
    '',
    style('red', sanitizeLine(withoutErrorsReference(reason ?? ''))),
    ...(errors ?? []).flatMap(({ field, rule, message, hint }) => [
      `  ${style('bold', sanitizeLine(field))} ${style('dim', `(${sanitizeLine(rule)})`)} ${sanitizeLine(message)}`,
      `    ${sanitizeLine(hint)}`,
    ]),
    nextStep,
  ];
}

/** Removes the sentence that refers to a member of the response, because the errors follow as text. */
export function withoutErrorsReference(text: string): string {
  return text.replace(/ See `?errors`?\.$/, '');
}
