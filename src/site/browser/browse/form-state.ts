import { element } from '../element.ts';
import type { Counts } from './api.ts';

/** Reads the form as a query of `GET /listings`. Omits empty fields. */
export function readSearch(form: HTMLFormElement): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text === '') continue;
    if (name === 'sort') {
      const [sort, order] = text.split('.');
      if (sort) search.set('sort', sort);
      if (order) search.set('order', order);
      continue;
    }
    const before = search.get(name);
    search.set(name, before === null ? exact(form, name, text) : `${before},${text}`);
  }
  return search;
}

/** Applies a query to the form. Adds values that the form does not offer, so that no part of the URL is lost. */
export function fill(form: HTMLFormElement, search: URLSearchParams): void {
  for (const input of form.elements) {
    if (input instanceof HTMLSelectElement) input.value = chosen(input, choiceIn(search, input.name));
    if (!(input instanceof HTMLInputElement)) continue;
    const value = search.get(input.name) ?? '';
    if (input.type === 'checkbox') input.checked = value.split(',').includes(input.value);
    else if (input.type === 'radio') input.checked = input.value === value;
    else if (input.type === 'date') {
      input.value = value.slice(0, 10);
      input.dataset.exact = value;
    } else input.value = value;
  }
  for (const group of form.querySelectorAll<HTMLElement>('[data-facet]')) {
    const value = search.get(group.dataset.facet ?? '');
    if (value !== null && !group.querySelector(':checked')) offer(group, value, value).checked = true;
  }
}

/** Adds a missing value to a filter. */
export function offer(group: HTMLElement, value: string, label: string): HTMLInputElement {
  const type = group.querySelector('input')?.type ?? 'radio';
  const input = element('input', { type, name: group.dataset.facet ?? '', value });
  const count = element('span', { className: 'count' });
  group.append(element('label', {}, input, element('span', {}, label), count));
  return input;
}

/** The form combines sort key and direction in one field. */
function choiceIn(search: URLSearchParams, name: string): string {
  const value = search.get(name) ?? '';
  const order = name === 'sort' ? search.get('order') : null;
  return order === null ? value : `${value}.${order}`;
}

/** Returns the value of a choice. Adds it to the choices if it is another one, such as that of a shared URL. */
function chosen(select: HTMLSelectElement, value: string): string {
  const values = Array.from(select.options, option => option.value);
  if (values.includes(value)) return value;
  // Of two directions, the one without a name is the default.
  const key = value.replace(/\.(asc|desc)$/, '');
  if (values.some(each => each !== value && each.startsWith(`${key}.`)) && values.includes(key)) return key;
  select.add(new Option(select.name === 'limit' ? `${value} per page` : 'Other order', value));
  return value;
}

/** Converts a day to a timestamp for the API: the one in the URL for that day, or its start. */
function exact(form: HTMLFormElement, name: string, text: string): string {
  if (name !== 'updated_since') return text;
  const named = form.querySelector<HTMLElement>('[data-date]')?.dataset.exact ?? '';
  return named.startsWith(`${text}T`) ? named : `${text}T00:00:00Z`;
}

/** Formats a filter value. Returns it unchanged if the form does not have it. */
export function findLabel(form: HTMLFormElement, parameter: string, value: string): string {
  const input = form.querySelector(`[name="${parameter}"][value="${CSS.escape(value)}"]`);
  return input?.nextElementSibling?.textContent ?? value;
}

/** Shows the number of matches next to each value, and hides values and filters without matches. */
export function showCounts(form: HTMLFormElement, counts: Counts | undefined): void {
  for (const group of form.querySelectorAll<HTMLElement>('[data-facet]')) {
    let visible = 0;
    const known = counts?.[group.dataset.facet ?? ''];
    const offered = new Set(Array.from(group.querySelectorAll('input'), input => input.value));
    for (const value of Object.keys(known ?? {})) if (!offered.has(value)) offer(group, value, value);
    for (const input of group.querySelectorAll('input')) {
      const label = input.closest('label');
      const shown = label?.querySelector('.count');
      if (!label || !shown) continue;
      const count = known?.[input.value] ?? 0;
      shown.textContent = known === undefined ? '' : count.toLocaleString('en');
      label.hidden = known !== undefined && count === 0 && !input.checked;
      if (!label.hidden) visible++;
      if (input.checked) input.closest('details')?.setAttribute('open', '');
    }
    group.hidden = visible === 0;
    const rest = group.querySelectorAll('details label:not([hidden])').length;
    group.querySelector('[data-rest]')?.replaceChildren(`Show ${rest} more`);
    group.querySelector('details')?.toggleAttribute('hidden', rest === 0);
  }
}
