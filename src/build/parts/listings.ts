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
  /** Returns the files of a listing. */
  readonly files: (number: number) => readonly StaticFile[];
  /** The files of the most recent changes, and the listings that they are about. */
  readonly feeds: readonly StaticFile[];
  readonly newest: readonly number[];
  /** Identifies everything that is published of a listing; undefined if unknown. */
  readonly keyOf?: (number: number) => string | undefined;
}

/**
 * Writes the files about single listings: badges and, unless a server responds for them, the static files of their
 * resources and of the most recent changes. Also writes the export, which is created from these.
 */
export async function putListings(
  { addresses, publicKeys, isServed = false }: RegistryBuild,
  cards: Cards,
  cache: BuildCache,
  { cardCatalog, folder, key, progress }: ListingOptions,
): Promise<void> {
  const catalog = cardCatalog.over(UNUSED_ENGINE);
  const badge = (number: number) => badgeFile(cards.at(number).row, addresses.siteName);
  const keyOf = isServed ? (number: number) => createKey(key, cards.digest(number)) : await cardCatalog.keys();
  const files = (number: number) =>
    isServed ? [] : listingFiles(cards.id(number), cards.endpointPages(number), catalog);
  const source: ListingSource = {
    size: cards.size,
    files: number => [badge(number), ...files(number)],
    feeds: isServed ? [] : feedFiles(catalog),
    newest: isServed ? [] : cardCatalog.newest().map(id => cards.find(id)),
    keyOf,
  };
  await putListingFiles(source, cache, progress);
  const ids = Array.from({ length: cards.size }, (_, number) => cards.id(number));
  const isUnchanged = (number: number) => {
    const current = keyOf(number);
    return current !== undefined && cache.wasBuilt(current);
  };
  const documents = isServed ? catalog : builtListings(catalog, folder);
  await putExport(documents, ids, cache, { publicKeys, isUnchanged });
  // The key of a badge tells the next build that the line of its listing can be copied.
  for (const id of cardCatalog.outdated()) cache.invalidate(badgePath(id));
  progress.ended('listings', `${cache.made} of ${cache.made + cache.kept} files made`);
}

interface ListingOptions {
  readonly cardCatalog: CardCatalog;
  /** The output folder. */
  readonly folder: string;
  /** Identifies the sources of the build and its URLs. */
  readonly key: string;
  readonly progress: Progress;
}

function badgePath(id: string): string {
  return `/badges/${id}.svg`;
}

/** The badge of a listing, also of lapsed and withdrawn ones. */
function badgeFile(row: Row, siteName: string): StaticFile {
  return { path: badgePath(row.id), content: async () => badgeImage(row, siteName).svg };
}

/** Writes the files of each listing, and of the most recent changes. */
export async function putListingFiles(source: ListingSource, cache: BuildCache, progress = SILENT): Promise<void> {
  const { size, keyOf } = source;
  const put = (number: number) => {
    const key = keyOf?.(number);
    // All files of a listing have the same key, so that a build looks up an unchanged listing once.
    if (key !== undefined && cache.tryReuseGroup(key)) return undefined;
    return make(source.files(number), key, () => keyOf?.(number) === key);
  };
  const make = async (files: readonly StaticFile[], key: string | undefined, isCurrent: () => boolean) => {
    for (const { path, content } of files) await cache.put(decodeURIComponent(path), key, content);
    if (!isCurrent()) for (const { path } of files) cache.invalidate(decodeURIComponent(path));
  };
  await inBatches(Array(size).keys(), put, done => progress.at('listings', done, size));
  const keys = source.newest.map(number => keyOf?.(number));
  // Without listings, nothing identifies the sources.
  const feedKey = keys.length > 0 && keys.every(key => key !== undefined) ? createKey('feeds', keys) : undefined;
  for (const { path, content } of source.feeds) await cache.put(path, feedKey, content);
}

/**
 * Writes the export: the whole registry in a few files, their index, and the public keys. `signBuiltExport` signs it
 * later.
 * @param ids of all listings, in order
 * @param options `isUnchanged` returns whether the listing at a position is the same as in the last good build; by default,
 *   all are read
 */
export async function putExport(
  catalog: Catalog,
  ids: readonly string[],
  cache: BuildCache,
  { publicKeys = [], isUnchanged }: ExportOptions = {},
): Promise<void> {
  const known = isUnchanged && readPreviousExport(cache, isUnchanged);
  await cache.put(PUBLIC_KEYS, undefined, () => keySet(publicKeys));
  for await (const output of exportedFiles(catalog, ids, { digest, known })) {
    let written: Uint8Array<ArrayBuffer> | undefined;
    await cache.put(output.path, output.sha256, () => (written = output.bytes));
    // Frees a large file at once: the next garbage collection may follow only after several. Small ones may share memory.
    if (written && written.length > MIN_FREED_BYTES) written.buffer.transfer(0);
  }
}

const MIN_FREED_BYTES = 1024 * 1024;

interface ExportOptions {
  readonly publicKeys?: readonly PublicKey[] | undefined;
  readonly isUnchanged?: (at: number) => boolean;
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
