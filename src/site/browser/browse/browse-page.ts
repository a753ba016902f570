/** The browse page. Its URL has the query of the API, so each view can be bookmarked and shared. */
import { BROWSE_LIMIT } from '#contract/browse.ts';
import { copy } from '../copy-buttons.ts';
import { showInTitle } from '../page-title.ts';
import { fetchCounts, fetchListings } from './api.ts';
import { fill, readSearch, showCounts } from './form-state.ts';
import { IgnoredParameters } from './ignored-parameters.ts';
import { ResultsView } from './results-view.ts';
import { toHref } from './to-href.ts';
import { formatView } from './view-texts.ts';

const form = document.querySelector<HTMLFormElement>('[data-browse]');
if (form) begin(form);

function begin(form: HTMLFormElement): void {
  const { api = '' } = form.dataset;
  const ignored = new IgnoredParameters(form);
  /** Identifies the latest query. The results of earlier ones are ignored. */
  let latest = 0;

  /** Shows the results of the query in the URL of the page. */
  const show = async (): Promise<void> => {
    const turn = ++latest;
    const search = currentSearch(form);
    showInTitle(search.get('q') ?? '');
    const query = withLimit(search);
    view.setBusy(true);
    view.showRequest(`/listings?${query}`);
    const [result, counts] = await Promise.all([fetchListings(api, query), fetchCounts(api, search)]);
    if (turn !== latest) return;
    const valid = result.ok ? undefined : ignored.dropInvalid(search, result.errors);
    if (valid) {
      fill(form, valid);
      return show();
    }
    view.setBusy(false);
    view.reveal();
    // The index of the site finds words without an API.
    if (turn === 1 && result.ok && result.value.warning !== undefined && [...search.keys()].join() === 'q')
      return location.replace(`/search/${location.search}`);
    showCounts(form, counts);
    view.showFilters(search);
    if (result.ok) view.showListings(result.value, search);
    else view.showError(result.message, search);
  };

  /** Shows the results of another query. */
  const go = (search: URLSearchParams, isNewEntry = true): void => {
    ignored.clearNote();
    setUrl(search, isNewEntry);
    fill(form, search);
    void show();
  };

  const view = new ResultsView(form, go);
  listenToForm(form, { go, show });
  addEventListener('popstate', () => {
    fill(form, currentSearch(form));
    void show();
  });
  addCopyViewButtons(form);

  ignored.dropUnknown();
  fill(form, currentSearch(form));
  // Without a query, the page has the first results already.
  if (location.search === '') view.reveal();
  else void show();
}

interface FormActions {
  readonly go: (search: URLSearchParams, isNewEntry?: boolean) => void;
  readonly show: () => Promise<void>;
}

/** Shows the results of the form after each change. While a reader types, the URL follows after a short pause. */
function listenToForm(form: HTMLFormElement, { go, show }: FormActions): void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && (target.type === 'search' || target.dataset.compare !== undefined))
      return;
    // A date that is typed is another valid date at each digit of its year.
    const isTyped = target instanceof HTMLInputElement && target.type === 'date';
    go(readSearch(form), !(isTyped && currentSearch(form).has(target.name)));
  });
  form.addEventListener('input', event => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return;
    clearTimeout(typing);
    typing = setTimeout(() => {
      setUrl(readSearch(form), !currentSearch(form).has('q'));
      void show();
    }, 200);
  });
  form.addEventListener('submit', event => {
    event.preventDefault();
    clearTimeout(typing);
    // As while typing, the first query adds an entry to the history.
    const search = readSearch(form);
    go(search, search.has('q') && !currentSearch(form).has('q'));
  });
}

/** Handles the buttons that copy the current view as a URL, a request, or a tool call. */
function addCopyViewButtons(form: HTMLFormElement): void {
  const lists = getListParameters(form);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-as]'))
    button.addEventListener('click', () => {
      const page = location.origin + location.pathname;
      const search = currentSearch(form);
      const curl = form.querySelector('[data-request-code="curl"]')?.textContent ?? '';
      const current = { page, curl, search: button.dataset.copyAs === 'url' ? search : withLimit(search), lists };
      void copy(button, formatView(button.dataset.copyAs ?? '', current));
    });
}

/**
 * The query in the URL of the page, as the form writes it: the values of a repeated list parameter are joined, and `false`
 * of a parameter that filters only if it is true is omitted.
 */
function currentSearch(form: HTMLFormElement): URLSearchParams {
  const search = new URLSearchParams(location.search);
  for (const { dataset } of form.querySelectorAll<HTMLElement>('[data-flag="true"]'))
    search.delete(dataset.facet ?? '', 'false');
  for (const name of getListParameters(form)) {
    const values = search.getAll(name);
    if (values.length > 1) search.set(name, values.join());
  }
  return search;
}

/** The query with the number of results that the page shows. The API and the MCP tool have other defaults. */
function withLimit(search: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(search);
  if (!query.has('limit')) query.set('limit', String(BROWSE_LIMIT));
  return query;
}

/** The parameters that take several values. */
function getListParameters(form: HTMLFormElement): ReadonlySet<string> {
  const groups = form.querySelectorAll<HTMLElement>('[data-several="true"]');
  return new Set(Array.from(groups, ({ dataset }) => dataset.facet ?? ''));
}

/** Sets the URL of the page, unless the page has it already. */
function setUrl(search: URLSearchParams, isNewEntry: boolean): void {
  if (String(search) === String(new URLSearchParams(location.search))) return;
  history[isNewEntry ? 'pushState' : 'replaceState'](null, '', toHref(search));
}
