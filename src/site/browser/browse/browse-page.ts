/** The browse page. Its URL has the query of the API, so each view can be bookmarked and shared. */
import { element } from '../element.ts';
import { fetchCounts, fetchListings, type Listings } from './api.ts';
import { createFilterList } from './chosen-filters.ts';
import { fill, findLabel, readSearch, showCounts } from './form-state.ts';
import { createListingItem } from './listing-item.ts';
import { showRequest } from './shown-request.ts';

const LIMIT = '25';

const form = document.querySelector<HTMLFormElement>('[data-browse]');
if (form) begin(form);

function begin(form: HTMLFormElement): void {
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-${name}]`);
  const [status, list, pages, filters] = ['browse-status', 'browse-list', 'browse-pages', 'browse-chosen'].map(part);
  const { api = '', registry = '' } = form.dataset;
  const label = (parameter: string, value: string) => findLabel(form, parameter, value);
  let latest = 0;

  const show = async () => {
    const turn = ++latest;
    const search = new URLSearchParams(location.search);
    const query = new URLSearchParams(search);
    if (!query.has('limit')) query.set('limit', LIMIT);
    list?.setAttribute('aria-busy', 'true');
    const [result, counts] = await Promise.all([fetchListings(api, query), fetchCounts(api, search)]);
    if (turn !== latest) return;
    list?.setAttribute('aria-busy', 'false');
    showCounts(form, counts);
    filters?.replaceChildren(...createFilterList(search, label, go));
    if (result.ok) return showListings(result.value);
    list?.replaceChildren();
    pages?.replaceChildren();
    if (status) status.textContent = result.message;
  };

  const showListings = ({ meta, data, request, warning }: Listings) => {
    const { total, listings } = data;
    list?.replaceChildren(...listings.map(row => createListingItem(row, label)));
    const near = meta.match === 'near' ? ' Probably none of them serves your need.' : '';
    const counted = total === 1 ? '1 API matches.' : `${total.toLocaleString('en')} APIs match.`;
    if (status) status.textContent = [counted + near, warning].filter(Boolean).join(' ');
    pages?.replaceChildren(...createPageLinks({ total, ...meta.query }, at));
    showRequest(form, registry, request);
  };

  const at = (offset: number) => {
    const search = new URLSearchParams(location.search);
    search.delete('offset');
    if (offset > 0) search.set('offset', String(offset));
    return search.size > 0 ? `?${search}` : location.pathname;
  };

  const go = (search: URLSearchParams, keep = true) => {
    const address = search.size > 0 ? `?${search}` : location.pathname;
    history[keep ? 'pushState' : 'replaceState'](null, '', address);
    fill(form, search);
    void show();
  };

  let typing: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('change', event => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'search') return;
    go(readSearch(form));
  });
  form.addEventListener('input', event => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      const had = new URLSearchParams(location.search).has('q');
      history[had ? 'replaceState' : 'pushState'](null, '', `?${readSearch(form)}`);
      void show();
    }, 200);
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    go(readSearch(form), false);
  });
  pages?.addEventListener('click', event => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(new URL(link.href).searchParams);
    status?.scrollIntoView({ block: 'start' });
    status?.focus();
  });
  addEventListener('popstate', () => {
    fill(form, new URLSearchParams(location.search));
    void show();
  });

  if (matchMedia('(width >= 60rem)').matches) form.querySelector('.browse-facets')?.setAttribute('open', '');
  if (status) status.tabIndex = -1;
  fill(form, new URLSearchParams(location.search));
  void show();
}

/**
 * Renders links to the previous and next page.
 * @param urlOf returns the URL of the page for an offset
 */
function createPageLinks(
  { total, limit, offset }: { readonly total: number; readonly limit: number; readonly offset: number },
  urlOf: (offset: number) => string,
): Node[] {
  if (total <= limit && offset === 0) return [];
  const last = Math.max(1, Math.ceil(total / limit));
  const link = (text: string, to: number, rel: string) => element('a', { href: urlOf(to), rel }, text);
  return [
    ...(offset > 0 ? [link('Previous', Math.max(0, offset - limit), 'prev')] : []),
    element('span', { className: 'soft' }, `Page ${Math.floor(offset / limit) + 1} of ${last}`),
    ...(offset + limit < total ? [link('Next', offset + limit, 'next')] : []),
  ];
}
