/** A part of the navigation between pages of results: a link to the results from an offset, or a text. */
export type PageLink =
  | { readonly text: string; readonly offset: number; readonly rel: 'prev' | 'next' | 'last' }
  | { readonly text: string; readonly offset?: undefined; readonly look: '' | 'soft' };

/**
 * Lists the links to the previous and the next page, with the position between them. Empty if one page has all results.
 * A page after the last one links to the last one.
 */
export function listPageLinks({
  total,
  limit,
  offset,
}: {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}): readonly PageLink[] {
  if (total === 0 || (total <= limit && offset === 0)) return [];
  const last = Math.ceil(total / limit);
  const page = Math.floor(offset / limit) + 1;
  if (offset >= total)
    return [
      { text: `Page ${page.toLocaleString('en')} does not exist.`, look: '' },
      {
        text: last === 1 ? 'Page 1' : `Last page: ${last.toLocaleString('en')}`,
        offset: (last - 1) * limit,
        rel: 'last',
      },
    ];
  return [
    ...(offset > 0 ? [{ text: 'Previous', offset: Math.max(0, offset - limit), rel: 'prev' } as const] : []),
    { text: `Page ${page} of ${last}`, look: 'soft' },
    ...(offset + limit < total ? [{ text: 'Next', offset: offset + limit, rel: 'next' } as const] : []),
  ];
}

/** Returns the query of the page from an offset. */
export function withOffset(search: URLSearchParams, offset: number): URLSearchParams {
  const changed = new URLSearchParams(search);
  changed.delete('offset');
  if (offset > 0) changed.set('offset', String(offset));
  return changed;
}
