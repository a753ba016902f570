/** The browse page. Its URL has the query of the API, so each view can be bookmarked and shared. */
import { countsFor, type Listings, listingsFor } from './api.ts';
import { chosenFilters } from './chosen-filters.ts';
import { fill, searchOf } from './form-state.ts';
import { listingItem } from './listing-item.ts';
import { pageLinks } from './page-links.ts';
import { labelOf, showCounts } from './shown-counts.ts';
import { showRequest } from './shown-request.ts';

const LIMIT = '25';

const form = document.querySelector<HTMLFormElement>('[data-browse]');
if (form) begin(form);

function begin(form: HTMLFormElement): void {
  const part = (name: string): HTMLElement => form.querySelector(`[data-${name}]`) ?? form;
  const [told, list, pages, chosen] = ['browse-status', 'browse-list', 'browse-pages', 'browse-chosen'].map(part);
  const { api = '', registry = '' } = form.dataset;
  const label = (parameter: string, value: string) => labelOf(form, parameter, value);
  let asked = 0;

  const show = async () => {
    const turn = ++asked;
    const search = new URLSearchParams(location.search);
    const query = new URLSearchParams(search);
    if (!query.has('limit')) query.set('limit', LIMIT);
    list?.setAttribute('aria-busy', 'true');
    const [answer, counts] = await Promise.all([listingsFor(api, query), countsFor(api, search)]);
    if (turn !== asked) return;
    list?.setAttribute('aria-busy', 'false');
    showCounts(form, counts);
    chosen?.replaceChildren(...chosenFilters(search, label, go));
    if (answer.ok) return showListings(answer.value);
    list?.replaceChildren();
    pages?.replaceChildren();
    if (told) told.textContent = answer.message;
  };

  const showListings = ({ meta, data, request, warning }: Listings) => {
    const { total, listings } = data;
    list?.replaceChildren(...listings.map(row => listingItem(row, label)));
    const near = meta.query.matched === 'most' ? ' No exact matches. Showing partial matches.' : '';
    const counted = total === 1 ? '1 API matches.' : `${total.toLocaleString('en')} APIs match.`;
    if (told) told.textContent = [counted + near, warning].filter(Boolean).join(' ');
    pages?.replaceChildren(...pageLinks({ total, ...meta.query }, at));
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
    go(searchOf(form));
  });
  form.addEventListener('input', event => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      const had = new URLSearchParams(location.search).has('q');
      history[had ? 'replaceState' : 'pushState'](null, '', `?${searchOf(form)}`);
      void show();
    }, 200);
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    go(searchOf(form), false);
  });
  pages?.addEventListener('click', event => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(new URL(link.href).searchParams);
    told?.scrollIntoView({ block: 'start' });
    told?.focus();
  });
  addEventListener('popstate', () => {
    fill(form, new URLSearchParams(location.search));
    void show();
  });

  if (matchMedia('(width >= 60rem)').matches) form.querySelector('.browse-facets')?.setAttribute('open', '');
  if (told) told.tabIndex = -1;
  fill(form, new URLSearchParams(location.search));
  void show();
}
