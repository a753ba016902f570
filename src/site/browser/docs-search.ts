/** The search of the documentation. It loads its index on first use and matches all words of the query. */
import type { DocsEntry } from '../docs/docs-index.ts';
import { element } from './element.ts';
import { fetchJson } from './fetch-json.ts';

const SHOWN = 8;
const EXCERPT = 110;

const box = document.querySelector<HTMLElement>('[data-docs-search]');
const input = box?.querySelector('input');
const [list, status] = [box?.querySelector('ol'), box?.querySelector('[role="status"]')];
let index: Promise<readonly DocsEntry[]> | undefined;

input?.addEventListener('input', async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  index ??= load();
  const entries = await index;
  if (words.join() !== input.value.toLowerCase().split(/\s+/).filter(Boolean).join()) return;
  const found = words.length === 0 ? [] : findEntries(entries, words);
  list?.replaceChildren(...found.slice(0, SHOWN).map(entry => createItem(entry, words[0] ?? '')));
  if (status) status.textContent = words.length === 0 ? '' : `${found.length} results`;
});

async function load(): Promise<readonly DocsEntry[]> {
  const result = await fetchJson<readonly DocsEntry[]>('/docs/search.json');
  if (!result.ok) index = undefined;
  return result.ok ? result.value : [];
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
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 30);
  const excerpt = `${at > 0 ? '…' : ''}${text.slice(at, at + EXCERPT)}…`;
  return element('li', {}, element('a', { href }, title), element('p', {}, excerpt));
}
