import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { close, createIndex } from 'pagefind';
import { toRecord } from '#build/parts/search-index.ts';
import type { Entry } from '#query/entry.ts';
import {
  findStaticWords,
  STATIC_RANKING,
  type StaticResult,
  searchAnyWord,
} from '#site/browser/search/static-search.ts';

interface PagefindClient {
  options(options: object): Promise<void>;
  search(text: string): Promise<{ results: readonly (StaticResult & { data(): Promise<PagefindData> })[] }>;
}

interface PagefindData {
  readonly meta: { readonly id?: string };
}

/** The search of a static host: an index of Pagefind, queried by the code of its browsers. */
export interface PagefindSearch {
  /** Returns the ids of the first `most` listings. */
  search(text: string, most: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Builds a Pagefind index of some listings in a temporary folder, and loads its client. */
export async function openPagefind(entries: readonly Pick<Entry, 'row' | 'text'>[]): Promise<PagefindSearch> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pagefind-'));
  const { index } = await createIndex({ forceLanguage: 'en' });
  for (const entry of entries) await index?.addCustomRecord(toRecord(entry));
  await index?.writeFiles({ outputPath: folder });
  await close();
  const restore = provideBrowser();
  const client: PagefindClient = await import(pathToFileURL(path.join(folder, 'pagefind.js')).href);
  await client.options({ basePath: `${pathToFileURL(folder).href}/`, baseUrl: '/', ranking: STATIC_RANKING });
  const searchAll = async (text: string) => (await client.search(text)).results;
  return {
    async search(text, most) {
      const all = await searchAll(findStaticWords(text).join(' '));
      const found = all.length > 0 ? all : await searchAnyWord(searchAll, text);
      const data = await Promise.all(found.slice(0, most).map(result => result.data()));
      return data.map(({ meta }) => meta.id ?? '');
    },
    async close() {
      restore();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Provides the parts of a browser that the client of Pagefind needs, with files instead of HTTP. */
function provideBrowser(): () => void {
  const { fetch } = globalThis;
  const browser = globalThis as { window?: unknown; document?: unknown; location?: unknown };
  globalThis.fetch = async input => new Response(await readFile(fileURLToPath(String(input).split('?')[0] ?? '')));
  browser.window = globalThis;
  browser.location = new URL('file:///');
  browser.document = { querySelector: () => null, currentScript: null, documentElement: { getAttribute: () => 'en' } };
  return () => {
    globalThis.fetch = fetch;
    delete browser.window;
    delete browser.location;
    delete browser.document;
  };
}
