/**
 * The search box on every page. `/` focuses it, and results appear below it while the user types. The search code is
 * loaded on first use.
 */
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
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveFocus(event.key === 'ArrowDown' ? 1 : -1, event);
    }
  });
  document.addEventListener('focusin', event => {
    if (!form.contains(event.target as Node)) panel.hidden = true;
  });
  document.addEventListener('pointerdown', event => {
    if (!form.contains(event.target as Node)) panel.hidden = true;
  });
  const moveFocus = (step: number, event: Event) => {
    if (panel.hidden) return;
    const stops: HTMLElement[] = [input, ...panel.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[at + step]?.focus();
    event.preventDefault();
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

export {};
