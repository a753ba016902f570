/**
 * The search box on every page. `/` focuses it, and results appear below it while the user types. The search code is
 * loaded on first use.
 */
import { moveWithArrowKeys } from './arrow-keys.ts';

const form = document.querySelector<HTMLFormElement>('[data-search-box]');
const input = document.querySelector<HTMLInputElement>('input[type="search"][name="q"]');
const panel = form?.querySelector<HTMLElement>('[data-search-panel]');

document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !input) return;
  event.preventDefault();
  input.focus();
  input.select();
});

if (form && input && panel) {
  input.addEventListener('input', async () => {
    const { showFound } = await import('./search-panel.ts');
    await showFound(input, panel, form.dataset.api ?? '');
  });
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      panel.hidden = true;
      input.focus();
    } else if (!panel.hidden) moveWithArrowKeys(event, [input, ...panel.querySelectorAll('a')]);
  });
  document.addEventListener('focusin', event => {
    if (!form.contains(event.target as Node)) panel.hidden = true;
  });
  document.addEventListener('pointerdown', event => {
    if (!form.contains(event.target as Node)) panel.hidden = true;
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
