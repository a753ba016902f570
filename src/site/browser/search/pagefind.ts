import { beginning, toSingleLine } from '#listing/display/single-line.ts';
import type { Found } from './found.ts';
import { markWords } from './mark-words.ts';
import { findStaticWords, STATIC_RANKING, type StaticResult, searchAnyWord } from './static-search.ts';

interface Pagefind {
  options(options: object): Promise<void>;
  mergeIndex(folder: string): Promise<void>;
  search(text: string): Promise<{ results: PagefindResult[] }>;
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
    fetch('/pagefind/parts.json').then(response => response.json()),
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

/** Searches the static index for all words. */
export async function byPagefind(text: string, most: number): Promise<StaticResults> {
  const pagefind = await load();
  return toFound((await pagefind.search(findStaticWords(text).join(' '))).results, text, most);
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
    title: markWords(toSingleLine(meta.title ?? url), text),
    page: url,
    id: meta.id ?? '',
    // Not Pagefind's excerpt: the indexed text repeats the terms of a listing by their weight.
    excerpt: markWords(beginning(meta.description ?? '', 160), text),
  }));
  return { total: results.length, found };
}
