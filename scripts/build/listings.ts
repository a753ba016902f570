import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue } from '#edge/catalogue.ts';
import { exportedFiles } from '#edge/export.ts';
import { type FileTwin, feedFiles, listingFiles } from '#edge/listing-files.ts';
import { PUBLIC_KEYS, type PublicKey } from '#listing/export-signature.ts';
import { keySet } from '#listing/signing-key.ts';
import { digest } from '#node/digest.ts';
import { LiveCatalogue } from '#node/live-catalogue.ts';
import type { Engine } from '#query/engine.ts';
import type { Card } from '#site/card.ts';
import { putBadges } from './badges.ts';
import { inBatches } from './batches.ts';
import { keyOf } from './key.ts';
import { lastExport } from './last-export.ts';
import type { Ledger } from './ledger.ts';
import { type Progress, SILENT } from './progress.ts';
import type { RegistryBuild } from './registry.ts';

/** What the files of listings are made from. */
export interface ListingSource {
  /** Is asked for documents of listings only. */
  readonly catalogue: Catalogue;
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
  ledger: Ledger,
  { folder, key, progress }: ListingOptions,
): Promise<void> {
  const live = new LiveCatalogue(directories, addresses, commit);
  live.take(cards);
  const catalogue = live.over(NOT_SEARCHED);
  const rows = cards.map(({ row }) => row);
  await putBadges(rows, ledger, key);
  if (!isServed) {
    const source = { catalogue, cards, sources: key, version: await live.versions() };
    await putListingFiles(source, ledger, progress);
  }
  const ids = rows.map(({ id }) => id);
  await putExport(isServed ? catalogue : builtListings(catalogue, folder), ids, ledger, publicKeys);
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
export async function putListingFiles(source: ListingSource, ledger: Ledger, progress = SILENT): Promise<void> {
  const { catalogue, cards } = source;
  const put = ({ row: { id }, endpointPages }: ListingSource['cards'][number]) => {
    const version = source.version?.(id);
    const key = version && keyOf(source.sources, version);
    const files = listingFiles(id, endpointPages, catalogue);
    const missing = files.filter(({ path }) => !ledger.keeps(decodeURIComponent(path), key));
    return missing.length === 0 ? undefined : make(missing, key, () => source.version?.(id) === version);
  };
  const make = async (files: readonly FileTwin[], key: string | undefined, isCurrent: () => boolean) => {
    for (const { path, content } of files) await ledger.put(decodeURIComponent(path), key, content);
    if (!isCurrent()) for (const { path } of files) ledger.doubt(decodeURIComponent(path));
  };
  await inBatches(cards, put, done => progress.at('listings', done, cards.length));
  for (const { path, content } of feedFiles(catalogue)) await ledger.put(path, undefined, content);
}

/**
 * Puts the whole registry in few files, their index, and the public keys. It is signed afterwards (`signBuiltExport`).
 * @param ids of all listings, in their order
 */
export async function putExport(
  catalogue: Catalogue,
  ids: readonly string[],
  ledger: Ledger,
  publicKeys: readonly PublicKey[] = [],
): Promise<void> {
  const known = lastExport(ledger);
  await ledger.put(PUBLIC_KEYS, undefined, () => keySet(publicKeys));
  for await (const { path: place, bytes, sha256 } of exportedFiles(catalogue, ids, digest, known))
    await ledger.put(place, sha256, () => bytes);
}

/** A catalogue that has the documents of listings from the files that were just put. */
export function builtListings(catalogue: Catalogue, folder: string): Catalogue {
  return { ...catalogue, listing: async id => new Uint8Array(readFileSync(path.join(folder, `listings/${id}.json`))) };
}

const NOT_SEARCHED: Engine = {
  search() {
    throw new Error('Nothing is searched for what tells of one listing.');
  },
};
