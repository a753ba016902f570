import { openClient } from '#build/pagefind/open-client.fixture.ts';
import { toSearchPage } from '#build/parts/search-index.ts';
import type { Entry } from '#query/entry.ts';

/** The search of a static host. */
export interface PagefindSearch {
  /** Returns the ids of the first `most` listings. */
  search(text: string, most: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Builds the index of a static host for some listings in a temporary folder, and loads its client. */
export async function openPagefind(entries: readonly Pick<Entry, 'row' | 'text'>[]): Promise<PagefindSearch> {
  const client = await openClient(entries.map(entry => toSearchPage(entry)));
  return {
    search: async (text, most) => (await client.search(text, most)).map(({ meta }) => meta.id ?? ''),
    close: () => client.close(),
  };
}
