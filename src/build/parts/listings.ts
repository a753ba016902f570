import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { feedFiles, listingFiles, type StaticFile } from '#edge/catalog/listing-files.ts';
import { exportedFiles } from '#edge/routes/export.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export/export-signature.ts';
import { keySet } from '#listing/export/signing-key.ts';
import type { Engine } from '#query/engine.ts';
import { digest } from '#server/digest.ts';
import { LiveCatalog } from '#server/live-catalog.ts';
import type { Card } from '#site/data/card.ts';
import { inBatches } from '../batches.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import { readPreviousExport } from '../previous-export.ts';
import { type Progress, SILENT } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { putBadges } from './badges.ts';

/** What the files of listings are made from. */
export interface ListingSource {
  /** Is asked for documents of listings only. */
  readonly catalog: Catalog;
  /** All listings, tombstones included. */
  readonly cards: readonly Pick<Card, 'row' | 'endpointPages'>[];
  /** Names the sources of the build and its addresses. */
  readonly sources?: string;
  /** Names all that is published of one listing; undefined where that is not known. */
  readonly version?: (id: string) => string | undefined;
}

/**
 * Puts what tells of single listings: badges and, unless a server answers for them, the file twins of their resources. And
 * the export, which is made from these.
 */
export async function putListings(
  { directories, addresses, commit, publicKeys, isServed = false }: RegistryBuild,
  cards: readonly Card[],
  ledger: BuildCache,
  { folder, key, progress }: ListingOptions,
): Promise<void> {
  const live = new LiveCatalog(directories, addresses, commit);
  live.take(cards);
  const catalog = live.over(NOT_SEARCHED);
  const rows = cards.map(({ row }) => row);
  await putBadges(rows, addresses.siteName, ledger, key);
  if (!isServed) {
    const source = { catalog, cards, sources: key, version: await live.versions() };
    await putListingFiles(source, ledger, progress);
  }
  const ids = rows.map(({ id }) => id);
  await putExport(isServed ? catalog : builtListings(catalog, folder), ids, ledger, publicKeys);
  live.close();
  progress.ended('listings', `${ledger.made} of ${ledger.made + ledger.kept} files made`);
}

interface ListingOptions {
  /** Where the files go. */
  readonly folder: string;
  /** Names the sources of the build and its addresses. */
  readonly key: string;
  readonly progress: Progress;
}

/** Puts the file twins of the resources that tell of single listings: of each, and of those that changed last. */
export async function putListingFiles(source: ListingSource, ledger: BuildCache, progress = SILENT): Promise<void> {
  const { catalog, cards } = source;
  const put = ({ row: { id }, endpointPages }: ListingSource['cards'][number]) => {
    const version = source.version?.(id);
    const key = version && createKey(source.sources, version);
    const files = listingFiles(id, endpointPages, catalog);
    const missing = files.filter(({ path }) => !ledger.keeps(decodeURIComponent(path), key));
    return missing.length === 0 ? undefined : make(missing, key, () => source.version?.(id) === version);
  };
  const make = async (files: readonly StaticFile[], key: string | undefined, isCurrent: () => boolean) => {
    for (const { path, content } of files) await ledger.put(decodeURIComponent(path), key, content);
    if (!isCurrent()) for (const { path } of files) ledger.doubt(decodeURIComponent(path));
  };
  await inBatches(cards, put, done => progress.at('listings', done, cards.length));
  for (const { path, content } of feedFiles(catalog)) await ledger.put(path, undefined, content);
}

/**
 * Puts the whole registry in few files, their index, and the public keys. It is signed afterwards (`signBuiltExport`).
 * @param ids of all listings, in their order
 */
export async function putExport(
  catalog: Catalog,
  ids: readonly string[],
  ledger: BuildCache,
  publicKeys: readonly PublicKey[] = [],
): Promise<void> {
  const known = readPreviousExport(ledger);
  await ledger.put(PUBLIC_KEYS, undefined, () => keySet(publicKeys));
  for await (const { path: place, bytes, sha256 } of exportedFiles(catalog, ids, digest, known))
    await ledger.put(place, sha256, () => bytes);
}

/** A catalog that has the documents of listings from the files that were just put. */
export function builtListings(catalog: Catalog, folder: string): Catalog {
  return { ...catalog, listing: async id => new Uint8Array(readFileSync(path.join(folder, `listings/${id}.json`))) };
}

const NOT_SEARCHED: Engine = {
  search() {
    throw new Error('Nothing is searched for what tells of one listing.');
  },
};
