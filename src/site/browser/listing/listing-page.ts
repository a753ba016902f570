/**
 * The page of a listing: copies the page as Markdown, adds the listing to a comparison, and loads the request builder when
 * the reader comes near the code.
 */

import { getComparisonUrl, MAX_COMPARED, readSelection, writeSelection } from '../compare/selection.ts';
import { announce, writeClipboard } from '../copy-buttons.ts';

const listing = document.querySelector<HTMLElement>('[data-listing]');

const markdown = document.querySelector<HTMLAnchorElement>('[data-copy-markdown]');
markdown?.addEventListener('click', async event => {
  if (!navigator.clipboard || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const label = markdown.querySelector('span');
  const text = await fetch(markdown.href)
    .then(response => (response.ok ? response.text() : Promise.reject(new Error(String(response.status)))))
    .catch(() => undefined);
  if (text === undefined || !(await writeClipboard(text))) return location.assign(markdown.href);
  if (label) label.textContent = 'Copied';
  announce('Copied');
  setTimeout(() => label?.replaceChildren('Copy for your agent'), 2000);
});

const add = document.querySelector<HTMLButtonElement>('[data-compare-add]');
add?.addEventListener('click', () => {
  const { compareAdd: id = '', name = '' } = add.dataset;
  const others = readSelection().filter(each => each.id !== id);
  const selection = [...others, { id, name }].slice(-MAX_COMPARED);
  writeSelection(selection);
  location.href = getComparisonUrl(selection.map(each => each.id));
});

if (listing) {
  const calls = listing.querySelectorAll<HTMLElement>('[data-call]');
  /** The requests whose button was pressed before the request builder was loaded. */
  const pressed = new Set<HTMLElement>();
  const prepare = async (call: HTMLElement) => {
    const { attachBuilder } = await import('./request-builder.ts');
    await attachBuilder(call, listing.dataset.listing ?? '');
    if (pressed.has(call)) call.querySelector<HTMLButtonElement>('[data-try]')?.click();
  };
  const seen = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        void prepare(target as HTMLElement);
      }
    },
    { rootMargin: '200px' },
  );
  for (const call of calls) {
    if (!(call instanceof HTMLDetailsElement) || call.open) seen.observe(call);
    else call.addEventListener('toggle', () => void prepare(call), { once: true });
    call.querySelector('[data-try]')?.addEventListener('click', () => pressed.add(call), { once: true });
  }
}
