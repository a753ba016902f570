import { findingItems } from '../checks/finding-items.ts';
import { element } from '../element.ts';
import type { Submission } from './submission.ts';

/** How a submission stands in a sentence, for who listens as well as for who reads. */
export function formatSubmissionStatus({
  status,
  url,
  live,
  reason,
  errors = [],
  outcome = 'listed',
}: Submission): string {
  if (status === 'pending') return `${url} was taken in and waits for its turn.`;
  if (status === 'validating') return `${url} is being checked.`;
  if (status === 'rejected')
    return errors.length > 0 ? 'Not listed. This is to be mended:' : `Not listed. ${reason ?? ''}`;
  return live === false
    ? `${OUTCOMES[outcome]} The registry is being rebuilt; the page follows shortly.`
    : OUTCOMES[outcome];
}

const OUTCOMES = {
  listed: 'Listed.',
  updated: 'Listed already; the listing is now what the origin serves.',
  unchanged: 'Listed already, and nothing has changed.',
  claimed: 'Listed. The publisher’s own manifest takes the place of one written from documentation.',
  withdrawn: 'Withdrawn, as the manifest asks for.',
} as const;

/** What follows from how a submission ended: where the listing is, or what to mend. */
export function renderSubmissionResult(submission: Submission): Node[] {
  const { status, errors = [], retryable, similar_names = [], live } = submission;
  const said = element('p', {}, element('strong', {}, formatSubmissionStatus(submission)));
  if (status === 'approved') {
    const page = pageOf(submission.listing_id);
    const link = element('p', {}, element('a', { href: page }, submission.listing_id), live === false ? ' (soon)' : '');
    const names = similar_names.flatMap((id, at) => [at === 0 ? '' : ', ', element('a', { href: pageOf(id) }, id)]);
    const similar =
      similar_names.length > 0 ? [element('p', {}, 'Its name looks the same as that of ', ...names, '.')] : [];
    return [said, link, ...similar];
  }
  if (status !== 'rejected') return [said];
  const advice = retryable
    ? 'Nothing may be wrong: a check could not decide. Submit it again in a while.'
    : 'Mend this where the manifest is served, then submit the address again.';
  const list = errors.length > 0 ? [element('ul', { className: 'findings' }, ...findingItems(errors))] : [];
  return [said, ...list, element('p', {}, advice)];
}

function pageOf(id: string): string {
  return `/apis/${encodeURIComponent(id)}/`;
}
