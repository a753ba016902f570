import { element } from '../element.ts';

/**
 * Renders links to the previous and next page.
 * @param address returns the URL of the page for an offset
 */
export function pageLinks(
  { total, limit, offset }: { readonly total: number; readonly limit: number; readonly offset: number },
  address: (offset: number) => string,
): Node[] {
  if (total <= limit && offset === 0) return [];
  const last = Math.max(1, Math.ceil(total / limit));
  const link = (text: string, to: number, rel: string) => element('a', { href: address(to), rel }, text);
  return [
    ...(offset > 0 ? [link('Previous', Math.max(0, offset - limit), 'prev')] : []),
    element('span', { className: 'soft' }, `Page ${Math.floor(offset / limit) + 1} of ${last}`),
    ...(offset + limit < total ? [link('Next', offset + limit, 'next')] : []),
  ];
}
