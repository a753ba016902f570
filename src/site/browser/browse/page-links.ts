import { element } from '../element.ts';
import { toHref } from './to-href.ts';

/** Renders links to the previous and next page of the results of a query. */
export function createPageLinks(
  { total, limit, offset }: { readonly total: number; readonly limit: number; readonly offset: number },
  search: URLSearchParams,
): Node[] {
  if (total === 0 || (total <= limit && offset === 0)) return [];
  const last = Math.ceil(total / limit);
  const page = Math.floor(offset / limit) + 1;
  const link = (text: string, to: number, rel: string) =>
    element('a', { href: toHref(withOffset(search, to)), rel }, text);
  if (offset >= total)
    return [
      element('span', {}, `Page ${page.toLocaleString('en')} does not exist.`),
      link(last === 1 ? 'Page 1' : `Last page: ${last.toLocaleString('en')}`, (last - 1) * limit, 'last'),
    ];
  return [
    ...(offset > 0 ? [link('Previous', Math.max(0, offset - limit), 'prev')] : []),
    element('span', { className: 'soft' }, `Page ${page} of ${last}`),
    ...(offset + limit < total ? [link('Next', offset + limit, 'next')] : []),
  ];
}

function withOffset(search: URLSearchParams, offset: number): URLSearchParams {
  const changed = new URLSearchParams(search);
  changed.delete('offset');
  if (offset > 0) changed.set('offset', String(offset));
  return changed;
}
