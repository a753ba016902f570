import type { Detail } from '#contract/detail.ts';
import { parseData } from '#listing/encoding/parse-data.ts';
import { endpointPage } from '#listing/endpoint-pages.ts';
import { formatListingPage } from '../agents/markdown/listing-page.ts';
import { MARKDOWN_INDEX } from '../agents/markdown/markdown-url.ts';
import { formatManifest } from '../routes/listings.ts';
import type { Body, Catalog } from './catalog.ts';

/** A file that equals the application's response at the same path. */
export interface StaticFile {
  readonly path: string;
  /** @throws Error if the path does not exist */
  content(): Promise<Body>;
}

/**
 * Returns the files of one listing (design: Static output).
 * @param pages the number of pages that its endpoints take
 */
export function listingFiles(id: string, pages: number, catalog: Catalog): readonly StaticFile[] {
  const path = `/listings/${encodeURIComponent(id)}`;
  let document: Promise<Body | undefined> | undefined;
  let detail: Detail | undefined;
  const readDocument = () => (document ??= catalog.listing(id));
  const fromDetail = async (format: (detail: Detail) => string | undefined) => {
    const body = await readDocument();
    if (body === undefined) return undefined;
    detail ??= parseData<Detail>(body);
    return format(detail);
  };
  return [
    staticFile(`${path}.json`, readDocument),
    staticFile(`${path}/history.json`, () => catalog.history(id)),
    staticFile(`${path}/manifest.json`, () => fromDetail(formatManifest)),
    ...Array.from({ length: pages }, (_, at) =>
      staticFile(endpointPage(id, at + 1) + MARKDOWN_INDEX, () =>
        fromDetail(found => formatListingPage(found, at + 1)),
      ),
    ),
  ];
}

/** Returns the files of the change feeds. */
export function feedFiles(catalog: Catalog): readonly StaticFile[] {
  return [
    staticFile('/feed.xml', async () => (await catalog.feeds()).atom),
    staticFile('/feed.json', async () => (await catalog.feeds()).json),
  ];
}

function staticFile(path: string, body: () => Promise<Body | undefined>): StaticFile {
  return {
    path,
    async content() {
      const found = await body();
      if (found === undefined) throw new Error(`No content for ${path}.`);
      return found;
    },
  };
}
