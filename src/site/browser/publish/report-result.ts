import type { Report } from '#contract/report.ts';
import { isListingRefused } from '#manifest/lint/not-requested.ts';
import { createFindingItems } from '../checks/finding-items.ts';
import { element } from '../element.ts';

/** Formats the result of a check in one sentence, also for screen readers. */
export function formatReport({ passed, retryable, url, badges }: Report): string {
  if (passed) return `${url} passed${badges.length > 0 ? ` and earned ${badges.join(' and ')}` : ''}.`;
  return retryable
    ? `${url} did not pass because a check was inconclusive. Try again later.`
    : `${url} failed verification. Each check shows how to fix it.`;
}

/** Renders how far a check is. */
export function renderProgress(url: string, completed: number, count: number): Node[] {
  const name = `${completed} of ${count} checks completed`;
  return [
    element('p', {}, element('strong', {}, `Checking ${url}`)),
    element('progress', { max: String(count), value: String(completed), 'aria-label': name }),
    element('p', { className: 'small soft' }, `${name}. Slow APIs take up to half a minute.`),
  ];
}

/**
 * Renders the result of a check: what to fix and a button to check again, or a button that lists the API. A manifest with
 * `listing_requested: false` passes, but a submission of it lists nothing, so its result has no button that lists it.
 */
export function renderReport(report: Report): Node[] {
  const said = element('p', {}, element('strong', {}, formatReport(report)));
  const button = (text: string, action: string, look: string) =>
    element('button', { type: 'button', className: `button ${look}`, [action]: '' }, text);
  const again = element('p', {}, button('Check again', 'data-check-again', 'primary'));
  if (report.passed && isListingRefused(report.checks.flatMap(({ findings = [] }) => findings))) {
    const member = element('code', {}, 'listing_requested: false');
    const advice =
      ', so the registry does not list the API. Remove it from the manifest on your origin, then check again.';
    return [said, element('p', {}, 'The manifest contains ', member, advice), again];
  }
  if (report.passed)
    return [
      said,
      element('p', {}, 'Nothing was submitted. To list the API:'),
      element('p', {}, button('List it now', 'data-submit-now', 'primary')),
    ];
  const list =
    report.errors.length > 0 ? [element('ul', { className: 'findings' }, ...createFindingItems(report.errors))] : [];
  const editor = element('a', { href: '#write' }, 'the editor');
  const isManifest = report.errors.some(({ pointer }) => pointer !== '');
  const advice = isManifest
    ? [element('p', {}, 'Paste the manifest into ', editor, ' to see the line of each error and its fix.')]
    : [];
  return [said, ...list, ...advice, again];
}
