import { VIEW_PARAMETERS } from '#contract/browse.ts';
import { element } from '../element.ts';

/** A value that filters, and the query without it. */
interface ActiveFilter {
  readonly text: string;
  readonly rest: URLSearchParams;
}

/** Lists the values that filter, in the order of the query. */
export function listActiveFilters(
  search: URLSearchParams,
  label: (parameter: string, value: string) => string,
): readonly ActiveFilter[] {
  return [...search]
    .filter(([name]) => !VIEW_PARAMETERS.has(name))
    .flatMap(([name, value]) =>
      (name === 'q' ? [value] : value.split(',')).map(one => ({
        text: formatFilter(name, one, label),
        rest: withoutValue(search, name, one),
      })),
    );
}

/** The text of a query is its own label: the field around it has others, such as the key that focuses it. */
function formatFilter(name: string, value: string, label: (parameter: string, value: string) => string): string {
  if (name === 'q') return value;
  return name === 'updated_since' ? `since ${value.slice(0, 10)}` : label(name, value);
}

/** Renders a button to remove each active filter, and one to clear all. */
export function createFilterList(
  search: URLSearchParams,
  label: (parameter: string, value: string) => string,
  go: (search: URLSearchParams) => void,
): HTMLElement[] {
  const buttons = listActiveFilters(search, label).map(({ text, rest }) => {
    const button = element('button', { type: 'button', dir: 'auto', 'aria-label': `Remove ${text}` }, `${text} \u00d7`);
    button.addEventListener('click', () => go(rest));
    return element('li', {}, button);
  });
  if (buttons.length < 2) return buttons;
  const all = element('button', { type: 'button', className: 'quiet' }, 'Clear all');
  all.addEventListener('click', () => go(new URLSearchParams()));
  return [...buttons, element('li', {}, all)];
}

function withoutValue(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  const others = (search.get(name) ?? '').split(',').filter(one => one !== value);
  if (name === 'q' || others.length === 0) rest.delete(name);
  else rest.set(name, others.join());
  rest.delete('offset');
  return rest;
}
