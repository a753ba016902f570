import type { Counts } from './api.ts';
import { offer } from './form-state.ts';

/** How a value of a filter is written for people; as it is where the form does not know it. */
export function labelOf(form: HTMLFormElement, parameter: string, value: string): string {
  const input = form.querySelector(`[name="${parameter}"][value="${CSS.escape(value)}"]`);
  return input?.nextElementSibling?.textContent ?? value;
}

/** Shows beside each value how many listings it would leave, and puts away those that would leave none. */
export function showCounts(form: HTMLFormElement, counts: Counts | undefined): void {
  for (const group of form.querySelectorAll<HTMLElement>('[data-facet]')) {
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
    }
  }
}
