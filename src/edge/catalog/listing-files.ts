import { endpointPage } from '#listing/endpoint-pages.ts';
import { loadListingPage } from '../agents/markdown/listing-page.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import type { Body, Catalog } from './catalog.ts';

/** A file that holds what the application answers under the same path. */
export interface StaticFile {
  readonly path: string;
  /** @throws Error when the application would answer that there is nothing */
  content(): Promise<Body>;
}

/**
 * The files that tell of one listing alone (design: Static output).
 * @param pages how many pages its endpoints take
 */
export function listingFiles(id: string, pages: number, catalog: Catalog): readonly StaticFile[] {
  const path = `/listings/${encodeURIComponent(id)}`;
  return [
    fileTwin(`${path}.json`, () => catalog.listing(id)),
    fileTwin(`${path}/history.json`, () => catalog.history(id)),
    ...Array.from({ length: pages }, (_, at) =>
      fileTwin(endpointPage(id, at + 1) + MARKDOWN_INDEX, () => loadListingPage(id, at + 1, catalog)),
    ),
  ];
}

/** The files that tell of what is new of single listings. */
export function feedFiles(catalog: Catalog): readonly StaticFile[] {
  return [
    fileTwin('/feed.xml', async () => (await catalog.feeds()).atom),
    fileTwin('/feed.json', async () => (await catalog.feeds()).json),
  ];
}

function fileTwin(path: string, body: () => Promise<Body | undefined>): StaticFile {
  return {
    path,
    async content() {
      const found = await body();
      if (found === undefined) throw new Error(`There is nothing to write to ${path}.`);
      return found;
    },
  };
}
