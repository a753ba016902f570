/** The search page. Results appear while the user types, and the URL has the query. */
import { showRequest } from '../browse/shown-request.ts';
import { showInTitle } from '../page-title.ts';
import { find } from './find.ts';
import { createResultItem } from './result-item.ts';

const SHOWN = 20;

/** How long a search may take until the page says that it runs, in milliseconds. */
const SLOW_MS = 1000;

const form = document.querySelector<HTMLFormElement>('[data-search]');
const input = form?.querySelector<HTMLInputElement>('input');
const list = document.querySelector('[data-search-results]');
const request = document.querySelector<HTMLElement>('[data-search-request]');
const told = document.querySelector('[data-search-status]');

if (form && input && list && told) {
  const run = async () => {
    const text = input.value.trim();
    history.replaceState(null, '', text ? `?q=${encodeURIComponent(text)}` : location.pathname);
    showInTitle(text);
    list.setAttribute('aria-busy', 'true');
    const slow = setTimeout(() => told.replaceChildren('Searching…'), SLOW_MS);
    const result = text === '' ? { found: [], said: '' } : await find(text, form.dataset.api ?? '', SHOWN);
    clearTimeout(slow);
    if (result === undefined || input.value.trim() !== text) return;
    list.setAttribute('aria-busy', 'false');
    list.replaceChildren(...result.found.map(createResultItem));
    told.textContent = result.said;
    if (!request) return;
    request.hidden = text === '';
    showRequest(request, form.dataset.registry ?? '', `/listings?${new URLSearchParams({ q: text })}`);
  };
  form.addEventListener('submit', event => {
    event.preventDefault();
    void run();
  });
  input.addEventListener('input', () => void run());
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  // After the Back button, the page stays where it was.
  input.focus({ preventScroll: true });
  void run();
}
