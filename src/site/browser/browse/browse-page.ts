/** The browse page. Its URL has the query of the API, so each view can be bookmarked and shared. */
import { BROWSE_LIMIT } from '#contract/browse.ts';
import { copy } from '../copy-buttons.ts';
import { element } from '../element.ts';
import type { ParameterError } from '../fetch-json.ts';
import { showInTitle } from '../page-title.ts';
import { fetchCounts, fetchListings, type Listings } from './api.ts';
import { createFilterList, NOT_FILTERS } from './chosen-filters.ts';
import { createEmptyState } from './empty-state.ts';
import { fill, findLabel, readSearch, showCounts } from './form-state.ts';
import { createListingItem } from './listing-item.ts';
import { showRequest } from './shown-request.ts';
import { formatView } from './view-texts.ts';

const form = document.querySelector<HTMLFormElement>('[data-browse]');
if (form) begin(form);

function begin(form: HTMLFormElement): void {
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-browse-${name}]`);
  const [status, list, pages, filters] = ['status', 'list', 'pages', 'chosen'].map(part);
  const [empty, note, applied, showButton] = ['empty', 'note', 'applied', 'show'].map(part);
  const defaultOrder = form.querySelector('select[name="sort"] > option[value=""]');
  const { api = '', registry = '' } = form.dataset;
  const label = (parameter: string, value: string) => findLabel(form, parameter, value);
  let latest = 0;
  let notes: readonly string[] = [];

  const show = async (): Promise<void> => {
    const turn = ++latest;
    const search = new URLSearchParams(location.search);
    const query = new URLSearchParams(search);
    showInTitle(search.get('q') ?? '');
    if (!query.has('limit')) query.set('limit', String(BROWSE_LIMIT));
    list?.setAttribute('aria-busy', 'true');
    const [result, counts] = await Promise.all([fetchListings(api, query), fetchCounts(api, search)]);
    if (turn !== latest) return;
    if (!result.ok && dropInvalid(search, result.errors)) return show();
    list?.setAttribute('aria-busy', 'false');
    list?.setAttribute('data-shown', '');
    // The index of the site finds words without an API.
    if (turn === 1 && result.ok && result.value.warning !== undefined && [...search.keys()].join() === 'q')
      return location.replace(`/search/${location.search}`);
    showCounts(form, counts);
    showFilters(search);
    if (defaultOrder) defaultOrder.textContent = search.has('q') ? 'Relevance' : 'Default order';
    if (result.ok) return showListings(result.value, search);
    list?.replaceChildren();
    pages?.replaceChildren();
    if (status) status.textContent = result.message;
  };

  /** Shows what the page ignored. Replaces the notes of a server, which ignores the same. */
  const showNotes = () => {
    if (!note) return;
    note.textContent = notes.join(' ');
    note.hidden = notes.length === 0;
  };

  /** Removes parameters with invalid values from the URL and the form, with a note. Returns whether there are any. */
  const dropInvalid = (search: URLSearchParams, errors: readonly ParameterError[] = []) => {
    const invalid = errors.filter(({ parameter = '' }) => search.has(parameter));
    if (invalid.length === 0) return false;
    for (const { parameter = '' } of invalid) search.delete(parameter);
    notes = [...notes, ...invalid.map(formatIgnored)];
    showNotes();
    history.replaceState(null, '', search.size > 0 ? `?${search}` : location.pathname);
    fill(form, search);
    return true;
  };

  const showFilters = (search: URLSearchParams) => {
    filters?.replaceChildren(...createFilterList(search, label, goFromButton));
    const number = [...search].filter(([name]) => !NOT_FILTERS.has(name) && name !== 'q').length;
    if (applied) applied.textContent = number === 0 ? 'Filters' : `Filters, ${number} applied`;
  };

  const showListings = ({ meta, data, request, warning }: Listings, search: URLSearchParams) => {
    const { total, listings } = data;
    list?.replaceChildren(...listings.map(row => createListingItem(row, label)));
    const near = meta.match === 'near' ? ', but none matches exactly' : '';
    const counted = total === 1 ? '1 API' : `${total.toLocaleString('en')} APIs`;
    if (status) status.textContent = `${counted}${near}${warning === undefined ? '' : `. ${warning}`}`;
    if (showButton)
      showButton.textContent = total === 1 ? 'Show 1 result' : `Show ${total.toLocaleString('en')} results`;
    pages?.replaceChildren(...createPageLinks({ total, ...meta.query }, at));
    if (empty) {
      empty.hidden = total > 0;
      if (total === 0) empty.replaceChildren(...createEmptyState(api, search, label, goFromButton));
    }
    showRequest(form, registry, request);
    document.dispatchEvent(new Event('listings-shown'));
  };

  const at = (offset: number) => {
    const search = new URLSearchParams(location.search);
    search.delete('offset');
    if (offset > 0) search.set('offset', String(offset));
    return search.size > 0 ? `?${search}` : location.pathname;
  };

  const go = (search: URLSearchParams, keep = true) => {
    const address = search.size > 0 ? `?${search}` : location.pathname;
    notes = [];
    showNotes();
    history[keep ? 'pushState' : 'replaceState'](null, '', address);
    fill(form, search);
    void show();
  };

  /** Moves the focus to the number of results, because the pressed button disappears with its filter. */
  const goFromButton = (search: URLSearchParams) => {
    go(search);
    status?.focus({ preventScroll: true });
  };

  let typing: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && (target.type === 'search' || target.dataset.compare !== undefined))
      return;
    go(readSearch(form));
  });
  form.addEventListener('input', event => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      const had = new URLSearchParams(location.search).has('q');
      const search = readSearch(form);
      history[had ? 'replaceState' : 'pushState'](null, '', search.size > 0 ? `?${search}` : location.pathname);
      void show();
    }, 200);
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    clearTimeout(typing);
    // As while typing, the first query adds an entry to the history.
    const search = readSearch(form);
    go(search, search.has('q') && !new URLSearchParams(location.search).has('q'));
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

  const lists = new Set(
    Array.from(form.querySelectorAll<HTMLElement>('[data-several="true"]'), ({ dataset }) => dataset.facet ?? ''),
  );
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-as]'))
    button.addEventListener('click', () => {
      const search = new URLSearchParams(location.search);
      const page = location.origin + location.pathname;
      void copy(button, formatView(button.dataset.copyAs ?? '', { page, registry, search, lists }));
    });

  if (status) status.tabIndex = -1;
  const unknown = dropUnknownParameters(form);
  if (unknown.length > 0) {
    notes = [`Ignored unknown ${unknown.length === 1 ? 'parameter' : 'parameters'}: ${unknown.join(', ')}.`];
    showNotes();
  }
  fill(form, new URLSearchParams(location.search));
  // Without a query, the page has the first results already.
  if (location.search === '') list?.setAttribute('data-shown', '');
  else void show();
}

function formatIgnored({ parameter, detail }: ParameterError): string {
  const [hint] = /Did you mean [^?]+\?/.exec(detail) ?? [];
  return [`Ignored the invalid value of “${parameter}”.`, hint].filter(Boolean).join(' ');
}

/** Removes parameters that are not of the API from the URL, such as those of campaigns. Returns their names. */
function dropUnknownParameters(form: HTMLFormElement): readonly string[] {
  const known = new Set(['q', 'sort', 'order', 'limit', 'offset', 'updated_since']);
  for (const { dataset } of form.querySelectorAll<HTMLElement>('[data-facet]')) known.add(dataset.facet ?? '');
  const search = new URLSearchParams(location.search);
  const unknown = [...new Set([...search.keys()].filter(name => !known.has(name)))];
  if (unknown.length === 0) return [];
  for (const name of unknown) search.delete(name);
  history.replaceState(null, '', search.size > 0 ? `?${search}` : location.pathname);
  return unknown.map(name => `“${name.slice(0, 40)}”`);
}

/**
 * Renders links to the previous and next page.
 * @param urlOf returns the URL of the page for an offset
 */
function createPageLinks(
  { total, limit, offset }: { readonly total: number; readonly limit: number; readonly offset: number },
  urlOf: (offset: number) => string,
): Node[] {
  if (total === 0 || (total <= limit && offset === 0)) return [];
  const last = Math.ceil(total / limit);
  const page = Math.floor(offset / limit) + 1;
  const link = (text: string, to: number, rel: string) => element('a', { href: urlOf(to), rel }, text);
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
