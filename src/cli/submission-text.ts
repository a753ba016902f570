import type { SubmissionState } from '#client/client.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { paint } from './paint.ts';
import { plainLine } from './plain-line.ts';

/** One line for each state that a submission comes to. */
export function stepText(state: SubmissionState, registry: string, colours: boolean): string {
  const style = paint(colours);
  const { status, submission_id, url, listing_id, live } = state;
  const said = {
    pending: `waits for its turn as submission ${plainLine(submission_id)} at ${registry}`,
    validating: `${plainLine(url)} is being checked`,
    approved: live
      ? `${registry}/listings/${plainLine(listing_id)} answers`
      : 'accepted; the registry is being rebuilt',
    rejected: 'not listed',
  }[status];
  const name = status === 'approved' && live ? 'live' : status;
  const colour = status === 'rejected' ? 'red' : status === 'approved' ? 'green' : 'dim';
  return `${style(colour, name.padEnd(10))}  ${said}\n`;
}

/** What a submission came to, and what to do about it. */
export function finalText(state: SubmissionState, colours: boolean): string {
  const style = paint(colours);
  if (state.status === 'rejected') return `${rejection(state, style).join('\n')}\n`;
  if (state.status !== 'approved')
    return `Not decided yet. api-manifest status ${plainLine(state.submission_id)} tells how it goes on.\n`;
  const similar = state.similar_names ?? [];
  const also =
    similar.length > 0 ? `\nIts name looks the same as that of ${similar.map(id => plainLine(id)).join(', ')}.` : '';
  return `\n${style('green', OUTCOMES[state.outcome ?? 'listed'])} Its id is ${plainLine(state.listing_id)}.${also}\n`;
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
  style: ReturnType<typeof paint>,
): string[] {
  const advice = retryable
    ? 'Nothing may be wrong: a check could not decide. Submit again later.'
    : `Mend it, check it with api-manifest validate ${plainLine(url)}, and submit again.`;
  return [
    '',
    style('red', plainLine(reason)),
    ...errors.flatMap(({ field, rule, message, hint }) => [
      `  ${style('bold', plainLine(field))} ${style('dim', `(${plainLine(rule)})`)} ${plainLine(message)}`,
      `    ${plainLine(hint)}`,
    ]),
    advice,
  ];
}
