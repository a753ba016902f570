import type { Row } from '#contract/row.ts';
import { beginning, singleLine } from '../../format/text.ts';
import { element } from '../element.ts';

/**
 * Renders a listing like the static pages do.
 * @param label formats a filter value
 */
export function listingItem(row: Row, label: (parameter: string, value: string) => string): HTMLElement {
  const { id, name, description, status, primary_category, pricing_model, auth_required } = row;
  const link = element('a', { href: `/apis/${encodeURIComponent(id)}/`, dir: 'auto' }, singleLine(name));
  const facts = [
    label('pricing_model', pricing_model),
    auth_required ? 'Credentials required' : 'No credentials needed',
    label('primary_category', primary_category),
  ];
  const state = element('span', { className: `status status-${status}` }, label('status', status));
  return element(
    'li',
    {},
    element(
      'div',
      {},
      element('h2', { className: 'listing-name' }, link),
      element('p', { className: 'listing-id' }, id),
      element('p', { dir: 'auto' }, beginning(description, 220)),
    ),
    element('ul', { className: 'listing-facts' }, ...[state, ...facts].map(fact => element('li', {}, fact))),
  );
}
