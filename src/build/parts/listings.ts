import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '#contract/row.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { feedFiles, listingFiles, type StaticFile } from '#edge/catalog/listing-files.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { badgeImage } from '#listing/display/badge-image.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export/export-signature.ts';
import { keySet } from '#listing/export/signing-key.ts';
import type { Engine } from '#query/engine.ts';
import type { Cards } from '#site/data/cards/cards.ts';
import { inBatches } from '../batches.ts';
import type { BuildCache } from '../build-cache.ts';
import type { CardCatalog } from '../catalog/card-catalog.ts';
import { digest } from '../catalog/digest.ts';
import { createKey } from '../key.ts';
import { readPreviousExport } from '../previous-export.ts';
import { type Progress, SILENT } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';

/** The inputs of the files of listings. */
export interface ListingSource {
  /** The number of listings, including tombstones. */
  readonly size: number;
  readonly id: (number: number) => string;
  /** Returns the files of a listing. */
  readonly files: (number: number) => readonly StaticFile[];
  /** The files of the most recent changes, and the listings that they are about. */
  readonly feeds: readonly StaticFile[];
  readonly newest: readonly string[];
  /** Identifies the sources of the build and its URLs. */
  readonly sources?: string;
  /** Identifies everything that is published of a listing; undefined if unknown. */
  readonly version?: (id: string) => string | undefined;
}

/**
 * Writes the files about single listings: badges and, unless a server responds for them, the static files of their
 * resources and of the most recent changes. Also writes the export, which is created from these.
 */
export async function putListings(
  { addresses, publicKeys, isServed = false }: RegistryBuild,
  cards: Cards,
  cache: BuildCache,
  { read, folder, key, progress }: ListingOptions,
): Promise<void> {
  const catalog = read.over(UNUSED_ENGINE);
  const badge = (number: number) => badgeFile(cards.at(number).row, addresses.siteName);
  const common = { size: cards.size, id: (number: number) => cards.id(number), sources: key };
  const source: ListingSource = isServed
    ? {
        ...common,
        files: number => [badge(number)],
        feeds: [],
        newest: [],
        version: id => cards.digest(cards.find(id)),
      }
    : {
        ...common,
        files: number => [badge(number), ...listingFiles(cards.id(number), cards.endpointPages(number), catalog)],
        feeds: feedFiles(catalog),
        newest: read.newest(),
        version: await read.versions(),
      };
  await putListingFiles(source, cache, progress);
  const ids = Array.from({ length: cards.size }, (_, number) => cards.id(number));
  await putExport(isServed ? catalog : builtListings(catalog, folder), ids, cache, publicKeys);
  progress.ended('listings', `${cache.made} of ${cache.made + cache.kept} files made`);
}

interface ListingOptions {
  readonly read: CardCatalog;
  /** The output folder. */
  readonly folder: string;
  /** Identifies the sources of the build and its URLs. */
  readonly key: string;
  readonly progress: Progress;
}

/** The badge of a listing, also of lapsed and withdrawn ones. */
function badgeFile(row: Row, siteName: string): StaticFile {
  return { path: `/badges/${row.id}.svg`, content: async () => badgeImage(row, siteName).svg };
}

/** Writes the files of each listing, and of the most recent changes. */
export async function putListingFiles(source: ListingSource, cache: BuildCache, progress = SILENT): Promise<void> {
  const { size, version, sources } = source;
  const put = (number: number) => {
    const id = source.id(number);
    const current = version?.(id);
    const key = current && createKey(sources, current);
    // All files of a listing have the same key, so that a build looks up an unchanged listing once.
    if (key !== undefined && cache.tryReuseGroup(key)) return undefined;
    return make(source.files(number), key, () => version?.(id) === current);
  };
  const make = async (files: readonly StaticFile[], key: string | undefined, isCurrent: () => boolean) => {
    for (const { path, content } of files) await cache.put(decodeURIComponent(path), key, content);
    if (!isCurrent()) for (const { path } of files) cache.invalidate(decodeURIComponent(path));
  };
  await inBatches(Array(size).keys(), put, done => progress.at('listings', done, size));
  const versions = source.newest.map(id => version?.(id));
  const isKnown = sources !== undefined && versions.every(each => each !== undefined);
  const feedKey = isKnown ? createKey(sources, 'feeds', versions) : undefined;
  for (const { path, content } of source.feeds) await cache.put(path, feedKey, content);
}

/**
 * Writes the export: the whole registry in a few files, their index, and the public keys. `signBuiltExport` signs it
 * later.
 * @param ids of all listings, in order
 */
export async function putExport(
  catalog: Catalog,
  ids: readonly string[],
  cache: BuildCache,
  publicKeys: readonly PublicKey[] = [],
): Promise<void> {
  const known = readPreviousExport(cache);
  await cache.put(PUBLIC_KEYS, undefined, () => keySet(publicKeys));
  for await (const output of exportedFiles(catalog, ids, digest, known))
    await cache.put(output.path, output.sha256, () => output.bytes);
}

/** Returns a catalog that reads the documents of listings from the files that were just written. */
export function builtListings(catalog: Catalog, folder: string): Catalog {
  return { ...catalog, listing: async id => new Uint8Array(readFileSync(path.join(folder, `listings/${id}.json`))) };
}

const UNUSED_ENGINE: Engine = {
  search() {
    throw new Error('Documents of listings need no search.');
  },
};
