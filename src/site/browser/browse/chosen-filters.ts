import { element } from '../element.ts';

const NOT_FILTERS = new Set(['sort', 'order', 'limit', 'offset']);

/** Renders a button to remove each active filter, and one to clear all. */
export function createFilterList(
  search: URLSearchParams,
  label: (parameter: string, value: string) => string,
  go: (search: URLSearchParams) => void,
): HTMLElement[] {
  const buttons = [...search]
    .filter(([name]) => !NOT_FILTERS.has(name))
    .flatMap(([name, value]) => (name === 'q' ? [value] : value.split(',')).map(one => takingBack(name, one, search)));
  if (buttons.length < 2) return buttons;
  const all = element('button', { type: 'button' }, 'Clear all');
  all.addEventListener('click', () => go(new URLSearchParams()));
  return [...buttons, element('li', {}, all)];

  function takingBack(name: string, value: string, from: URLSearchParams): HTMLElement {
    const text = name === 'updated_since' ? `since ${value.slice(0, 10)}` : label(name, value);
    const button = element('button', { type: 'button', dir: 'auto' }, `${text} \u00d7`);
    button.setAttribute('aria-label', `Remove ${text}`);
    button.addEventListener('click', () => {
      const rest = new URLSearchParams(from);
      const others = (from.get(name) ?? '').split(',').filter(one => one !== value);
      if (name === 'q' || others.length === 0) rest.delete(name);
      else rest.set(name, others.join());
      rest.delete('offset');
      go(rest);
    });
    return element('li', {}, button);
  }
}
