import { toSingleLine } from '#listing/display/single-line.ts';

/** A search result. `excerpt` parts alternate: plain, marked, plain, … */
export interface Found {
  readonly title: readonly string[];
  readonly page: string;
  readonly id: string;
  readonly excerpt: readonly string[];
}

interface Pagefind {
  mergeIndex(folder: string): Promise<void>;
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

/** A variable, so that the bundler does not resolve the module: the build creates it after the pages. */
const PAGEFIND = '/pagefind/pagefind.js';

let opened: Promise<Pagefind> | undefined;

/** Loads the first index, and the others if the registry is large. */
async function open(): Promise<Pagefind> {
  const [pagefind, { parts }]: [Pagefind, { parts: number }] = await Promise.all([
    import(/* @vite-ignore */ PAGEFIND),
    fetch('/pagefind/parts.json').then(answer => answer.json()),
  ]);
  for (let part = 1; part < parts; part++) await pagefind.mergeIndex(`/pagefind/${part}/`);
  return pagefind;
}

/** Searches the static index. Undefined if the user has typed more in the meantime. */
export async function byPagefind(
  text: string,
  most: number,
): Promise<{ readonly total: number; readonly found: readonly Found[] } | undefined> {
  opened ??= open().catch(error => {
    opened = undefined;
    throw error;
  });
  const pagefind = await opened;
  const answer = await pagefind.debouncedSearch(text, {}, 120);
  if (!answer) return undefined;
  const data = await Promise.all(answer.results.slice(0, most).map(result => result.data()));
  const found = data.map(({ url, excerpt, meta }) => ({
    title: marked(toSingleLine(meta.title ?? url), text),
    page: url,
    id: meta.id ?? '',
    excerpt: getText(excerpt).split(/<\/?mark>/),
  }));
  return { total: answer.results.length, found };
}

/** Splits a name at the search terms. Every second part is a term. */
function marked(name: string, text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? [name] : name.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')}))`, 'iu'));
}

/** Decodes the escapes in excerpts from Pagefind, because they are rendered as text. Keeps the marks. */
function getText(excerpt: string): string {
  return excerpt
    .replaceAll('&lt;', '\u2039')
    .replaceAll('&gt;', '\u203a')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
