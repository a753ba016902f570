import { endpointPage } from '#listing/endpoint-pages.ts';
import type { Body, Catalogue } from './catalogue.ts';
import { listingTwin } from './markdown/listing-twin.ts';
import { TWIN } from './markdown/twin-address.ts';

/** A file that holds what the application answers under the same path. */
export interface FileTwin {
  readonly path: string;
  /** @throws Error when the application would answer that there is nothing */
  content(): Promise<Body>;
}

/**
 * The files that tell of one listing alone (design: Static output).
 * @param pages how many pages its endpoints take
 */
export function listingFiles(id: string, pages: number, catalogue: Catalogue): readonly FileTwin[] {
  const path = `/listings/${encodeURIComponent(id)}`;
  return [
    fileTwin(`${path}.json`, () => catalogue.listing(id)),
    fileTwin(`${path}/history.json`, () => catalogue.history(id)),
    ...Array.from({ length: pages }, (_, at) =>
      fileTwin(endpointPage(id, at + 1) + TWIN, () => listingTwin(id, at + 1, catalogue)),
    ),
  ];
}

/** The files that tell of what is new of single listings. */
export function feedFiles(catalogue: Catalogue): readonly FileTwin[] {
  return [
    fileTwin('/feed.xml', async () => (await catalogue.feeds()).atom),
    fileTwin('/feed.json', async () => (await catalogue.feeds()).json),
  ];
}

function fileTwin(path: string, body: () => Promise<Body | undefined>): FileTwin {
  return {
    path,
    async content() {
      const found = await body();
      if (found === undefined) throw new Error(`There is nothing to write to ${path}.`);
      return found;
    },
  };
}
