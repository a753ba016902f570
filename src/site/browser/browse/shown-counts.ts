import type { Counts } from './api.ts';
import { offer } from './form-state.ts';

/** Formats a filter value. Returns it unchanged if the form does not have it. */
export function labelOf(form: HTMLFormElement, parameter: string, value: string): string {
  const input = form.querySelector(`[name="${parameter}"][value="${CSS.escape(value)}"]`);
  return input?.nextElementSibling?.textContent ?? value;
}

/** Shows the number of matches next to each value, and hides values without matches. */
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
