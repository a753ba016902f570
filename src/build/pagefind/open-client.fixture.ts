import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  findStaticWords,
  STATIC_RANKING,
  type StaticResult,
  searchAnyWord,
} from '#site/browser/search/static-search.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { createClientFiles } from './client-files.ts';
import { createIndex } from './create-index.ts';
import type { SearchPage } from './index-format.ts';

interface PagefindClient {
  options(options: object): Promise<void>;
  search(text: string): Promise<{ results: readonly (StaticResult & { data(): Promise<PagefindData> })[] }>;
}

interface PagefindData {
  readonly url: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** The search of a static host: an index, queried by the code of its browsers. */
export interface OpenClient {
  /** Returns the first `most` pages with all words of a text, or else with some of them. */
  search(text: string, most: number): Promise<readonly PagefindData[]>;
  close(): Promise<void>;
}

/** Writes an index of some pages to a temporary folder, and loads Pagefind's client from there. */
export async function openClient(pages: readonly SearchPage[]): Promise<OpenClient> {
  const folder = await makeTemporaryFolder('pagefind-');
  for (const [name, content] of [...(await createClientFiles()), ...createIndex(pages)]) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'function' ? content() : content);
  }
  const restore = provideBrowser();
  const client: PagefindClient = await import(pathToFileURL(path.join(folder, 'pagefind.js')).href);
  await client.options({ basePath: `${pathToFileURL(folder).href}/`, baseUrl: '/', ranking: STATIC_RANKING });
  const searchAll = async (text: string) => (await client.search(text)).results;
  return {
    async search(text, most) {
      const all = await searchAll(findStaticWords(text).join(' '));
      const found = all.length > 0 ? all : await searchAnyWord(searchAll, text);
      return Promise.all(found.slice(0, most).map(result => result.data()));
    },
    async close() {
      restore();
      await removeFolder(folder);
    },
  };
}

/** Provides the parts of a browser that the client needs, with files instead of HTTP. */
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
