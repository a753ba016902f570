import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Row } from '#contract/row.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { feedFiles, listingFiles, type StaticFile } from '#edge/catalog/listing-files.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export/export-signature.ts';
import { keySet } from '#listing/export/signing-key.ts';
import type { Engine } from '#query/engine.ts';
import type { Cards } from '#site/data/cards.ts';
import { inBatches } from '../batches.ts';
import type { BuildCache } from '../build-cache.ts';
import { CardCatalog } from '../catalog/card-catalog.ts';
import { digest } from '../catalog/digest.ts';
import { createKey } from '../key.ts';
import { readPreviousExport } from '../previous-export.ts';
import { type Progress, SILENT } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { putBadges } from './badges.ts';

/** The inputs of the files of listings. */
export interface ListingSource {
  /** Used only for documents of listings. */
  readonly catalog: Catalog;
  /** All listings, including tombstones. */
  readonly cards: Pick<Cards, 'size' | 'id' | 'endpointPages'>;
  /** Identifies the sources of the build and its URLs. */
  readonly sources?: string;
  /** Identifies everything that is published of a listing; undefined if unknown. */
  readonly version?: (id: string) => string | undefined;
}

/**
 * Writes the files about single listings: badges and, unless a server responds for them, the static files of their
 * resources. Also writes the export, which is created from these.
 */
export async function putListings(
  { directories, addresses, commit, publicKeys, isServed = false }: RegistryBuild,
  cards: Cards,
  cache: BuildCache,
  { folder, key, progress }: ListingOptions,
): Promise<void> {
  const read = new CardCatalog(cards, directories, addresses, commit);
  const catalog = read.over(UNUSED_ENGINE);
  await putBadges(rowsOf(cards), addresses.siteName, cache, key);
  if (!isServed) {
    const source = { catalog, cards, sources: key, version: await read.versions() };
    await putListingFiles(source, cache, progress);
  }
  await putExport(isServed ? catalog : builtListings(catalog, folder), idsOf(cards), cache, publicKeys);
  read.close();
  progress.ended('listings', `${cache.made} of ${cache.made + cache.kept} files made`);
}

interface ListingOptions {
  /** The output folder. */
  readonly folder: string;
  /** Identifies the sources of the build and its URLs. */
  readonly key: string;
  readonly progress: Progress;
}

function* rowsOf(cards: Cards): Generator<Row> {
  for (const { row } of cards) yield row;
}

function* idsOf(cards: Pick<Cards, 'size' | 'id'>): Generator<string> {
  for (let number = 0; number < cards.size; number++) yield cards.id(number);
}

/** Writes the static files of the resources about single listings: of each listing, and of the most recent changes. */
export async function putListingFiles(source: ListingSource, cache: BuildCache, progress = SILENT): Promise<void> {
  const { catalog, cards } = source;
  const put = (number: number) => {
    const id = cards.id(number);
    const version = source.version?.(id);
    const key = version && createKey(source.sources, version);
    const files = listingFiles(id, cards.endpointPages(number), catalog);
    const missing = files.filter(({ path }) => !cache.tryReuse(decodeURIComponent(path), key));
    return missing.length === 0 ? undefined : make(missing, key, () => source.version?.(id) === version);
  };
  const make = async (files: readonly StaticFile[], key: string | undefined, isCurrent: () => boolean) => {
    for (const { path, content } of files) await cache.put(decodeURIComponent(path), key, content);
    if (!isCurrent()) for (const { path } of files) cache.invalidate(decodeURIComponent(path));
  };
  await inBatches(Array(cards.size).keys(), put, done => progress.at('listings', done, cards.size));
  for (const { path, content } of feedFiles(catalog)) await cache.put(path, undefined, content);
}

/**
 * Writes the export: the whole registry in a few files, their index, and the public keys. `signBuiltExport` signs it
 * later.
 * @param ids of all listings, in order
 */
export async function putExport(
  catalog: Catalog,
  ids: Iterable<string>,
  cache: BuildCache,
  publicKeys: readonly PublicKey[] = [],
): Promise<void> {
  const readPrevious = readPreviousExport(cache);
  await cache.put(PUBLIC_KEYS, undefined, () => keySet(publicKeys));
  for await (const { path: place, bytes, sha256 } of exportedFiles(catalog, ids, digest, readPrevious))
    await cache.put(place, sha256, () => bytes);
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
