import { VIEW_PARAMETERS } from '#contract/browse.ts';
import { listPageLinks, type PageLink, withOffset } from '#listing/display/page-links.ts';
import { element } from '../element.ts';
import type { Listings } from './api.ts';
import { createFilterList } from './chosen-filters.ts';
import { createEmptyState } from './empty-state.ts';
import { findLabel } from './form-state.ts';
import { createListingItem } from './listing-item.ts';
import { showRequest } from './shown-request.ts';
import { toHref } from './to-href.ts';

/** Shows the results of a query and its filters on the browse page. */
export class ResultsView {
  readonly #form: HTMLFormElement;
  readonly #goTo: (search: URLSearchParams) => void;
  readonly #status: HTMLElement | null;
  readonly #list: HTMLElement | null;
  /** The links to the previous and next page. */
  readonly #pages: HTMLElement | null;

  /** @param goTo shows the results of a query, after a click on a filter or a page */
  constructor(form: HTMLFormElement, goTo: (search: URLSearchParams) => void) {
    this.#form = form;
    this.#goTo = goTo;
    this.#status = this.#find('status');
    this.#list = this.#find('list');
    this.#pages = this.#find('pages');
    if (this.#status) this.#status.tabIndex = -1;
    this.#pages?.addEventListener('click', event => this.#goToPage(event));
  }

  setBusy(isBusy: boolean): void {
    this.#list?.setAttribute('aria-busy', String(isBusy));
  }

  /** Makes the list visible. Without a query, the page has its results from the start. */
  reveal(): void {
    this.#list?.setAttribute('data-shown', '');
  }

  /** Shows the active filters, each with a button that removes it, and the order of the results. */
  showFilters(search: URLSearchParams): void {
    this.#find('chosen')?.replaceChildren(...createFilterList(search, this.#label, this.#goFromButton));
    const count = [...search].filter(([name]) => !VIEW_PARAMETERS.has(name) && name !== 'q').length;
    this.#find('applied')?.replaceChildren(count === 0 ? 'Filters' : `Filters (${count})`);
    const defaultOrder = this.#form.querySelector('select[name="sort"] > option[value=""]');
    if (defaultOrder) defaultOrder.textContent = search.has('q') ? 'Relevance' : 'Default order';
  }

  showListings({ meta, data, request, warning }: Listings, search: URLSearchParams): void {
    const { api = '' } = this.#form.dataset;
    const { total, listings } = data;
    this.#list?.replaceChildren(...listings.map(row => createListingItem(row, this.#label)));
    const near = meta.match === 'near' ? ', but none matches exactly' : '';
    const counted = total === 1 ? '1 API' : `${total.toLocaleString('en')} APIs`;
    if (this.#status) this.#status.textContent = `${counted}${near}${warning === undefined ? '' : `. ${warning}`}`;
    this.#find('show')?.replaceChildren(total === 1 ? 'Show 1 result' : `Show ${total.toLocaleString('en')} results`);
    const pageLinks = listPageLinks({ total, ...meta.query });
    this.#pages?.replaceChildren(...pageLinks.map(link => renderPageLink(link, search)));
    const empty = this.#find('empty');
    empty?.toggleAttribute('hidden', total > 0);
    if (total === 0) empty?.replaceChildren(...createEmptyState(api, search, this.#label, this.#goFromButton));
    this.showRequest(request);
    document.dispatchEvent(new Event('listings-shown'));
  }

  /**
   * Shows why there are no results, and a button that tries again.
   * @param search the query of the failed request
   */
  showError(message: string, search: URLSearchParams): void {
    this.#list?.replaceChildren();
    this.#pages?.replaceChildren();
    if (this.#status) this.#status.textContent = message;
    this.#find('show')?.replaceChildren('Close filters');
    const retry = element('button', { type: 'button' }, 'Try again');
    retry.addEventListener('click', () => this.#goFromButton(search));
    const empty = this.#find('empty');
    empty?.toggleAttribute('hidden', false);
    empty?.replaceChildren(retry);
  }

  /**
   * Fills in the request to copy, also while it runs.
   * @param request path and query string
   */
  showRequest(request: string): void {
    showRequest(this.#form, this.#form.dataset.registry ?? '', request);
  }

  /** Moves the focus to the number of results, because the pressed button disappears with its filter. */
  readonly #goFromButton = (search: URLSearchParams): void => {
    this.#goTo(search);
    this.#status?.focus({ preventScroll: true });
  };

  /** Replaces the results of the page, unless the click opens a tab or window. */
  #goToPage(event: MouseEvent): void {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.#goTo(new URL(link.href).searchParams);
    this.#status?.scrollIntoView({ block: 'start' });
    this.#status?.focus();
  }

  readonly #label = (parameter: string, value: string): string => findLabel(this.#form, parameter, value);

  #find(part: string): HTMLElement | null {
    return this.#form.querySelector(`[data-browse-${part}]`);
  }
}

function renderPageLink(link: PageLink, search: URLSearchParams): HTMLElement {
  if (link.offset === undefined) return element('span', link.look === '' ? {} : { className: link.look }, link.text);
  return element('a', { href: toHref(withOffset(search, link.offset)), rel: link.rel }, link.text);
}
