/** The search of the documentation. It loads its index on first use and matches all words of the query. */
import type { DocsEntry } from '../docs/split-sections.ts';
import { element } from './element.ts';
import { fetchJson } from './fetch-json.ts';
import { moveWithArrowKeys } from './search/arrow-keys.ts';

const SHOWN = 8;
const EXCERPT = 110;
/** The length of the text before a match. */
const BEFORE = 30;

const box = document.querySelector<HTMLElement>('[data-docs-search]');
const input = box?.querySelector('input');
const [list, status] = [box?.querySelector('ol'), box?.querySelector('[role="status"]')];
let index: Promise<readonly DocsEntry[] | undefined> | undefined;

input?.addEventListener('input', async () => {
  const text = input.value.trim();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  index ??= load();
  const entries = await index;
  if (text !== input.value.trim()) return;
  const found = words.length === 0 ? [] : findEntries(entries ?? [], words);
  list?.replaceChildren(...found.slice(0, SHOWN).map(entry => createItem(entry, words[0] ?? '')));
  if (!status) return;
  status.textContent = words.length === 0 ? '' : formatStatus(entries, found.length, text);
  // Results are visible themselves.
  status.classList.toggle('unseen', words.length === 0 || found.length > 0);
});

box?.addEventListener('keydown', event => {
  if (!input || !list) return;
  if (event.key === 'Escape' && input.value !== '') {
    event.preventDefault();
    input.value = '';
    input.dispatchEvent(new Event('input'));
    input.focus();
  } else moveWithArrowKeys(event, [input, ...list.querySelectorAll('a')]);
});

function formatStatus(entries: readonly DocsEntry[] | undefined, found: number, text: string): string {
  if (entries === undefined) return 'The search is not available. Try again later.';
  if (found === 0) return `No results for “${text}”.`;
  return found === 1 ? '1 result' : `${found} results`;
}

/** Loads the index. Undefined if it cannot be loaded; the next input tries again. */
async function load(): Promise<readonly DocsEntry[] | undefined> {
  const result = await fetchJson<readonly DocsEntry[]>('/docs/search.json');
  if (!result.ok) index = undefined;
  return result.ok ? result.value : undefined;
}

/** Finds the entries that contain all words; words in titles come first. */
function findEntries(entries: readonly DocsEntry[], words: readonly string[]): readonly DocsEntry[] {
  return entries
    .flatMap(entry => {
      const [title, text] = [entry.title.toLowerCase(), entry.text.toLowerCase()];
      if (!words.every(word => title.includes(word) || text.includes(word))) return [];
      return [{ entry, score: words.filter(word => title.includes(word)).length }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function createItem({ href, title, text }: DocsEntry, word: string): HTMLElement {
  const excerpt = createExcerpt(text, text.toLowerCase().indexOf(word));
  return element('li', {}, element('a', { href }, title), element('p', {}, excerpt));
}

/** Cuts a text between words, so that it contains the given position. */
function createExcerpt(text: string, at: number): string {
  const start = at <= BEFORE ? 0 : text.lastIndexOf(' ', at - BEFORE) + 1;
  const rest = text.slice(start);
  const end = rest.length <= EXCERPT ? rest.length : rest.lastIndexOf(' ', EXCERPT);
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end === -1 ? EXCERPT : end)}${end === rest.length ? '' : ' …'}`;
}
