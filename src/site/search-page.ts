/**
 * The search page in the browser: Pagefind answers as one types; where it finds nothing, the registry's own search is
 * asked, which forgives typing errors.
 */

/** What is shown of one listing. `excerpt` parts alternate: plain, marked, plain, … */
interface Found {
  readonly title: string;
  readonly page: string;
  readonly id: string;
  readonly excerpt: readonly string[];
}

interface Pagefind {
  debouncedSearch(
    text: string,
    options?: object,
    milliseconds?: number,
  ): Promise<{ results: { data(): Promise<PagefindData> }[] } | null>;
}

interface PagefindData {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: { readonly title?: string; readonly id?: string };
}

const SHOWN = 20;
/** A variable, so that the bundler leaves the module to the browser: it comes into being after the pages do. */
const PAGEFIND = '/pagefind/pagefind.js';

const form = document.querySelector<HTMLFormElement>('[data-search]');
const input = form?.querySelector<HTMLInputElement>('input');
const list = document.querySelector('[data-search-results]');
const told = document.querySelector('[data-search-status]');

if (form && input && list && told) {
  const show = (found: readonly Found[], text: string) => {
    list.replaceChildren(...found.map(itemOf));
    told.textContent = text;
  };
  const run = async () => {
    const text = input.value.trim();
    history.replaceState(null, '', text ? `?q=${encodeURIComponent(text)}` : location.pathname);
    if (text === '') return show([], '');
    const found = await byPagefind(text);
    if (found === undefined || input.value.trim() !== text) return;
    if (found.total > 0) return show(found.shown, counted(found.total));
    const near = await byRegistry(form.dataset.api ?? '/listings', text);
    if (input.value.trim() === text) show(near.shown, nearText(near.total));
  };
  form.addEventListener('submit', event => {
    event.preventDefault();
    void run();
  });
  input.addEventListener('input', () => void run());
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  input.focus();
  void run();
}

interface Answer {
  readonly total: number;
  readonly shown: readonly Found[];
}

/** Undefined when more was typed meanwhile. */
async function byPagefind(text: string): Promise<Answer | undefined> {
  const pagefind: Pagefind = await import(/* @vite-ignore */ PAGEFIND);
  const answer = await pagefind.debouncedSearch(text, {}, 120);
  if (!answer) return undefined;
  const data = await Promise.all(answer.results.slice(0, SHOWN).map(result => result.data()));
  const shown = data.map(({ url, excerpt, meta }) => ({
    title: meta.title ?? url,
    page: url,
    id: meta.id ?? '',
    excerpt: textOf(excerpt).split(/<\/?mark>/),
  }));
  return { total: answer.results.length, shown };
}

async function byRegistry(api: string, text: string): Promise<Answer> {
  const response = await fetch(`${api}?q=${encodeURIComponent(text)}&limit=${SHOWN}`);
  if (!response.ok) return { total: 0, shown: [] };
  const { data } = await response.json();
  const shown = data.listings.map((row: { name: string; id: string; description: string }) => ({
    title: row.name,
    page: `/apis/${encodeURIComponent(row.id)}/`,
    id: row.id,
    excerpt: [row.description.slice(0, 200)],
  }));
  return { total: data.total, shown };
}

/** Pagefind escapes markup in excerpts; what is shown here is text, so the escapes are undone, but for its marks. */
function textOf(excerpt: string): string {
  return excerpt
    .replaceAll('&lt;', '\u2039')
    .replaceAll('&gt;', '\u203a')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function itemOf({ title, page, id, excerpt }: Found): HTMLElement {
  const link = Object.assign(document.createElement('a'), { href: page, textContent: title });
  const heading = document.createElement('h2');
  heading.append(link);
  const place = Object.assign(document.createElement('p'), { textContent: id });
  const text = document.createElement('p');
  text.dir = 'auto';
  text.append(
    ...excerpt.map((part, i) => (i % 2 ? Object.assign(document.createElement('mark'), { textContent: part }) : part)),
  );
  const item = document.createElement('li');
  item.append(heading, place, text);
  return item;
}

function counted(total: number): string {
  return total === 1 ? '1 API found.' : `${total} APIs found${total > SHOWN ? `, the first ${SHOWN} are shown` : ''}.`;
}

function nearText(total: number): string {
  return total === 0
    ? 'Nothing was found.'
    : `No API has just these words; the registry found ${total} that come near.`;
}

export {};
