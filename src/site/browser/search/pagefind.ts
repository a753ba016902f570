import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import { findStaticWords, STATIC_RANKING, type StaticResult, searchAnyWord } from './static-search.ts';

/** A search result. `excerpt` parts alternate: plain, marked, plain, … */
export interface Found {
  readonly title: readonly string[];
  readonly page: string;
  readonly id: string;
  readonly excerpt: readonly string[];
}

interface Pagefind {
  options(options: object): Promise<void>;
  mergeIndex(folder: string): Promise<void>;
  search(text: string): Promise<{ results: PagefindResult[] }>;
  debouncedSearch(text: string, options?: object, milliseconds?: number): Promise<{ results: PagefindResult[] } | null>;
}

interface PagefindResult extends StaticResult {
  data(): Promise<PagefindData>;
}

interface PagefindData {
  readonly url: string;
  readonly meta: { readonly title?: string; readonly id?: string; readonly description?: string };
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
  await pagefind.options({ ranking: STATIC_RANKING });
  for (let part = 1; part < parts; part++) await pagefind.mergeIndex(`/pagefind/${part}/`);
  return pagefind;
}

/** The first results of the static index, and the number of all of them. */
export interface StaticResults {
  readonly total: number;
  readonly found: readonly Found[];
}

/** Searches the static index for all words. Undefined if the user has typed more in the meantime. */
export async function byPagefind(text: string, most: number): Promise<StaticResults | undefined> {
  const pagefind = await load();
  const answer = await pagefind.debouncedSearch(findStaticWords(text).join(' '), {}, 120);
  return answer ? toFound(answer.results, text, most) : undefined;
}

/** Searches the static index for some of the words. */
export async function byAnyWord(text: string, most: number): Promise<StaticResults> {
  const pagefind = await load();
  return toFound(await searchAnyWord(async word => (await pagefind.search(word)).results, text), text, most);
}

function load(): Promise<Pagefind> {
  opened ??= open().catch(error => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function toFound(results: readonly PagefindResult[], text: string, most: number): Promise<StaticResults> {
  const data = await Promise.all(results.slice(0, most).map(result => result.data()));
  const found = data.map(({ url, meta }) => ({
    title: marked(toSingleLine(meta.title ?? url), text),
    page: url,
    id: meta.id ?? '',
    // Not Pagefind's excerpt: the indexed text repeats the terms of a listing by their weight.
    excerpt: marked(beginning(meta.description ?? '', 160), text),
  }));
  return { total: results.length, found };
}

/** Splits a text at the search terms. Every second part is a term. */
function marked(shown: string, text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? [shown] : shown.split(new RegExp(`((?<![\\p{L}\\p{N}])(?:${words.join('|')}))`, 'iu'));
}
