import { element } from '../element.ts';
import { find } from './find.ts';
import { createResultItem } from './result-item.ts';

const SHOWN = 6;

/**
 * Shows search results in the panel below a search box.
 * @param api the URL of `GET /listings`
 */
export async function showFound(input: HTMLInputElement, panel: HTMLElement, api: string): Promise<void> {
  const text = input.value.trim();
  if (text === '') {
    panel.hidden = true;
    return;
  }
  const result = await find(text, api, SHOWN);
  if (result === undefined || input.value.trim() !== text) return;
  // With slow results, the reader may have moved on, and the panel would cover the page.
  if (!input.form?.contains(document.activeElement)) return;
  const told = panel.querySelector('[role="status"]');
  const list = panel.querySelector('ol');
  if (!told || !list) return;
  panel.hidden = false;
  told.textContent = result.said;
  list.replaceChildren(...result.found.map(createResultItem));
  if (result.found.length > 0) {
    const all = element('a', { href: `/browse/?${new URLSearchParams({ q: text })}` }, 'All results, with filters');
    list.append(element('li', {}, all));
  }
}
