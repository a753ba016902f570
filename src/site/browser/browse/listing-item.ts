import type { Row } from '#contract/row.ts';
import { formatKeyTag, formatPriceTag, formatUptime, getLiveState, readObserved } from '#listing/display/row-facts.ts';
import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { element } from '../element.ts';
import { createTile } from '../tile.ts';

/**
 * Renders a listing like the static pages do.
 * @param label formats a filter value
 */
export function createListingItem(row: Row, label: (parameter: string, value: string) => string): HTMLElement {
  const { id, description, status } = row;
  const name = toSingleLine(row.name);
  const live = getLiveState(row);
  const uptime = readObserved(row).uptime_90d;
  const pill = (look: string, text: string) => element('span', { className: `status pill status-${look}` }, text);
  const box = element('input', { type: 'checkbox', 'data-compare': id, 'aria-label': `Compare ${name}` });
  return element(
    'li',
    {},
    createTile(id, name),
    element(
      'div',
      {},
      element('h2', { className: 'listing-name' }, element('a', { href: listingPage(id), dir: 'auto' }, name)),
      element('p', { className: 'listing-id host' }, id),
      element('p', { className: 'clamp', dir: 'auto' }, beginning(description, 220)),
      element(
        'ul',
        { className: 'tags' },
        ...(status === 'unverified' && live ? [] : [element('li', {}, pill(status, label('status', status)))]),
        ...(live ? [element('li', {}, pill(live.look, live.text))] : []),
        element('li', { className: 'tag' }, formatKeyTag(row)),
        element('li', { className: 'tag' }, formatPriceTag(row)),
      ),
    ),
    element(
      'div',
      { className: 'row-side' },
      ...(uptime === null ? [] : [element('p', {}, element('b', {}, formatUptime(uptime)), ' of checks')]),
      element('label', {}, box, ' Compare'),
    ),
  );
}
