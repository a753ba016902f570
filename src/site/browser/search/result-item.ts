import { element } from '../element.ts';
import { createTile } from '../tile.ts';
import type { Found } from './found.ts';

/** Renders a search result with highlighted terms. */
export function createResultItem({ title, page, id, excerpt }: Found): HTMLElement {
  return element(
    'li',
    { className: 'media' },
    createTile(id, title.join(''), 36),
    element(
      'div',
      {},
      element('a', { href: page, dir: 'auto' }, ...withMarks(title)),
      element('span', { className: 'listing-id' }, id),
      element('p', { dir: 'auto' }, ...withMarks(excerpt)),
    ),
  );
}

function withMarks(parts: readonly string[]): (Node | string)[] {
  return parts.map((part, at) => (at % 2 ? element('mark', {}, part) : part));
}
