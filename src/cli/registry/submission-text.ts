import type { SubmissionState } from '#client/client.ts';
import { colors } from '../terminal/colors.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { sanitizeLine } from '../terminal/sanitize-line.ts';

/** One line for each state that a submission comes to. */
export function stepText(state: SubmissionState, registry: string, colours: boolean): string {
  const style = colors(colours);
  const { status, submission_id, url, listing_id, live } = state;
  const said = {
    pending: `waits for its turn as submission ${sanitizeLine(submission_id)} at ${registry}`,
    validating: `${sanitizeLine(url)} is being checked`,
    approved: live
      ? `${registry}/listings/${sanitizeLine(listing_id)} answers`
      : 'accepted; the registry is being rebuilt',
    rejected: 'not listed',
  }[status];
  const name = status === 'approved' && live ? 'live' : status;
  const colour = status === 'rejected' ? 'red' : status === 'approved' ? 'green' : 'dim';
  return `${style(colour, name.padEnd(10))}  ${said}\n`;
}

/** What a submission came to, and what to do about it. */
export function finalText(state: SubmissionState, colours: boolean): string {
  const style = colors(colours);
  if (state.status === 'rejected') return `${rejection(state, style).join('\n')}\n`;
  if (state.status !== 'approved')
    return `Not decided yet. api-manifest status ${sanitizeLine(state.submission_id)} tells how it goes on.\n`;
  const similar = state.similar_names ?? [];
  const also =
    similar.length > 0 ? `\nIts name looks the same as that of ${similar.map(id => sanitizeLine(id)).join(', ')}.` : '';
  return `\n${style('green', OUTCOMES[state.outcome ?? 'listed'])} Its id is ${sanitizeLine(state.listing_id)}.${also}\n`;
}

/** How a command ends that waited for a submission. */
export function statusOf({ status }: SubmissionState): ExitStatus {
  return status === 'approved' ? EXIT.passed : EXIT.failed;
}

const OUTCOMES = {
  listed: 'Listed.',
  updated: 'Listed already; the listing is updated.',
  unchanged: 'Listed already, and nothing has changed.',
  claimed: "Listed; the publisher's own manifest takes the place of one from documentation.",
  withdrawn: 'Withdrawn, as the manifest asks for.',
} as const;

function rejection(
  { reason = '', errors = [], retryable, url }: SubmissionState,
  style: ReturnType<typeof colors>,
): string[] {
  const advice = retryable
    ? 'Nothing may be wrong: a check could not decide. Submit again later.'
    : `Mend it, check it with api-manifest validate ${sanitizeLine(url)}, and submit again.`;
  return [
    '',
    style('red', sanitizeLine(reason)),
    ...errors.flatMap(({ field, rule, message, hint }) => [
      `  ${style('bold', sanitizeLine(field))} ${style('dim', `(${sanitizeLine(rule)})`)} ${sanitizeLine(message)}`,
      `    ${sanitizeLine(hint)}`,
    ]),
    advice,
  ];
}
