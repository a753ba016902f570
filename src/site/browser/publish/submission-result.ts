import type { Submission } from '#contract/submission.ts';
import { BADGE_TEXT, badgePath, createBadgeSnippets } from '#listing/display/badge-snippet.ts';
import { listingPage } from '#listing/row.ts';
import { formatDateTime } from '../../format/calendar.ts';
import { createFindingItems } from '../checks/finding-items.ts';
import { element } from '../element.ts';

/** Returns the status of a submission in one sentence, also for screen readers. */
export function formatSubmissionStatus({
  status,
  url,
  live,
  reason,
  retryable,
  errors = [],
  outcome = 'listed',
}: Submission): string {
  if (status === 'pending') return `${url} is queued.`;
  if (status === 'validating') return `${url} is being checked.`;
  if (status === 'rejected' && retryable) return 'Not listed, because a check was inconclusive. Check again later.';
  if (status === 'rejected') return errors.length > 0 ? 'Not listed. Fix these errors:' : `Not listed. ${reason ?? ''}`;
  return live === false ? `${OUTCOMES[outcome]} The page will appear after the next build.` : OUTCOMES[outcome];
}

const OUTCOMES = {
  listed: 'Listed.',
  updated: 'Already listed. The listing now has the manifest that the origin serves.',
  unchanged: 'Already listed, without changes.',
  claimed: 'Listed. The publisher’s manifest replaces the one written from documentation.',
  withdrawn: 'Withdrawn, as requested in the manifest.',
} as const;

/** Renders the result of a submission: a link to the listing, or the errors to fix. */
export function renderSubmissionResult(submission: Submission): Node[] {
  const { status, errors = [], retryable, similar_names = [], live } = submission;
  const said = element('p', {}, element('strong', {}, formatSubmissionStatus(submission)));
  if (status === 'approved') {
    const page = listingPage(submission.listing_id);
    // The submission has no name. A script adds that of the listing.
    const name = element('b', { 'data-listing-name': '', dir: 'auto' });
    const note = element('span', { className: 'soft', 'data-page-note': '' }, '. The page is being built.');
    const link = element(
      'p',
      {},
      name,
      element('a', { href: page }, submission.listing_id),
      live === false ? ' (soon)' : note,
    );
    const names = similar_names.flatMap((id, at) => [
      at === 0 ? '' : ', ',
      element('a', { href: listingPage(id) }, id),
    ]);
    const similar =
      similar_names.length > 0 ? [element('p', {}, 'Its name looks like the name of ', ...names, '.')] : [];
    return [said, link, ...similar, ...createNextSteps(submission)];
  }
  if (status !== 'rejected') return [said];
  const advice = retryable ? 'There may be nothing to fix.' : 'Fix the manifest on your origin, then check again.';
  const list = errors.length > 0 ? [element('ul', { className: 'findings' }, ...createFindingItems(errors))] : [];
  const again = element(
    'button',
    { type: 'button', className: 'button primary', 'data-submit-again': '' },
    'Check again',
  );
  return [said, ...list, element('p', {}, advice), element('p', {}, again)];
}

/** The badge to embed, and when the registry looks again. */
function createNextSteps({ listing_id, outcome, live }: Submission): Node[] {
  if (outcome === 'withdrawn') return [];
  const badge = badgePath(listing_id);
  const snippet = createBadgeSnippets(listing_id, location.origin).markdown;
  // Until the next build, the badge says that the API is not listed.
  const image = live === false ? [] : [element('p', {}, element('img', { src: badge, alt: BADGE_TEXT, height: '20' }))];
  return [
    element('p', {}, 'Embed the badge in your README:'),
    ...image,
    element('pre', { className: 'copy', dir: 'ltr', 'data-copy-name': 'the badge as Markdown' }, snippet),
    element(
      'p',
      { className: 'soft', 'data-next-check': '' },
      'The registry checks the API about once a day and updates the listing.',
    ),
  ];
}

/** Renders when the registry checks the API again. */
export function renderNextCheck(at: string): Node {
  const time = element('time', { dateTime: at }, formatDateTime(at));
  return element('span', {}, 'The next check is due by ', time, '. The listing then shows its result.');
}

/** Whether the page of a listing is built. Before that, some hosts return its Markdown version. */
export async function hasPage(id: string): Promise<boolean> {
  const options = { method: 'HEAD', headers: { Accept: 'text/html' }, cache: 'no-store' } as const;
  const response = await fetch(listingPage(id), options).catch(() => undefined);
  return response?.ok === true && /html/.test(response.headers.get('Content-Type') ?? '');
}
