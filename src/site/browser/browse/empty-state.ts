import { element } from '../element.ts';
import { fetchListings } from './api.ts';
import { listActiveFilters } from './chosen-filters.ts';

/** The maximum number of removals to suggest; each one is a request. */
const MAX_SUGGESTIONS = 6;

/**
 * Renders what to do without results: remove one filter, with the number of APIs that it hides, or all of them. The numbers
 * appear later, in the lines of their buttons, so that they move nothing.
 */
export function createEmptyState(
  api: string,
  search: URLSearchParams,
  label: (parameter: string, value: string) => string,
  go: (search: URLSearchParams) => void,
): readonly Node[] {
  const active = listActiveFilters(search, label).slice(0, MAX_SUGGESTIONS);
  if (active.length === 0) return [createNoListings()];
  const removals = active.map(({ text, rest }) => {
    const button = element('button', { type: 'button', dir: 'auto' }, `Remove ${text}`);
    button.addEventListener('click', () => go(rest));
    const item = element('li', {}, button);
    void countListings(api, rest).then(total => {
      if (total !== undefined) item.append(` ${total === 1 ? '1 API' : `${total.toLocaleString('en')} APIs`}`);
    });
    return item;
  });
  const all = element('button', { type: 'button' }, 'Clear all filters');
  all.addEventListener('click', () => go(new URLSearchParams()));
  return [
    element('h2', {}, 'No API matches'),
    element('p', {}, active.length > 1 ? 'Remove a filter to see more:' : 'Try other words, or see all APIs:'),
    element('ul', {}, ...removals, element('li', {}, all)),
  ];
}

/** The text of `NoListings.astro`: without filters, only an empty registry has no results. */
function createNoListings(): HTMLElement {
  return element('p', {}, 'No API is listed yet. ', element('a', { href: '/publish/' }, 'List your API'), '.');
}

async function countListings(api: string, rest: URLSearchParams): Promise<number | undefined> {
  const query = new URLSearchParams(rest);
  query.set('limit', '1');
  const result = await fetchListings(api, query);
  return result.ok && result.value.warning === undefined ? result.value.data.total : undefined;
}
