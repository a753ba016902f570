import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/assets.ts';
import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { exportedFiles } from '#edge/export.ts';
import { TWIN } from '#edge/markdown/twin-address.ts';
import { INDEX_FOLDER, listingPaths, SUMMARY_FILE, staticFiles } from '#edge/static-files.ts';
import { PUBLIC_KEYS } from '#listing/export-signature.ts';
import { keySet } from '#listing/signing-key.ts';
import { digest } from '#node/digest.ts';
import { fileAssets } from '#node/file-assets.ts';
import type { IndexFile } from '#query/index-files.ts';
import type { Entry } from '#query/plain-engine.ts';
import { inBatches } from './batches.ts';
import { type ExportKeys, NO_KEYS } from './export-keys.ts';
import { keyOf } from './key.ts';
import type { Ledger } from './ledger.ts';
import { type Progress, SILENT } from './progress.ts';

/** What static files are made from. */
export interface StaticSource {
  readonly catalogue: Catalogue;
  /** The rows of all listings, tombstones included. */
  readonly entries: readonly Entry[];
  /** The files that queries over them are answered from. */
  readonly index: Promise<readonly IndexFile[]>;
  readonly addresses: Addresses;
  readonly keys?: ExportKeys | undefined;
  /** Names the sources of the build and its addresses. */
  readonly sources?: string;
  /** Names all that is published of one listing; undefined where that is not known. */
  readonly version?: (id: string) => Promise<string | undefined>;
}

/**
 * Puts the file twins of all GET resources beside the site (design: Static output), and the index that queries are
 * answered from. They are the application's own answers, so they cannot differ from them. Of the site it has the
 * documentation, which is part of some answers.
 *
 * @param site settles when the site's pages are in the folder, with their paths, which then count; what does not need
 * them is made meanwhile
 */
export async function putStaticFiles(
  folder: string,
  source: StaticSource,
  ledger: Ledger,
  site: Promise<ReadonlySet<string>> = Promise.resolve(new Set()),
  progress: Progress = SILENT,
): Promise<void> {
  const { catalogue, entries } = source;
  await putListings(source, ledger, progress);
  await putExport(builtListings(catalogue, folder), entries, ledger, source.keys);
  await ledger.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalogue.summary));
  const ofSite = (place: string) => place.startsWith('/docs/') || place === PUBLIC_KEYS;
  const files = site.then(() => fileAssets(folder));
  const ask = asking(source, { fetch: async place => (ofSite(place) ? (await files).fetch(place) : undefined) });
  for await (const { path: each, shows } of staticFiles(catalogue)) {
    const place = decodeURIComponent(each);
    const key = shows && keyOf(source.sources, each, shows.total, digest(shows.rows));
    const isPage = ofSite(place) && (await site).has(place.slice(1));
    if (!isPage) await ledger.put(place, key, () => ask(each));
  }
  for (const page of await site) {
    const [, folder, id = ''] = /^(apis\/([^/]+)\/endpoints\/\d+\/)index\.html$/.exec(page) ?? [];
    if (folder) await ledger.put(folder + TWIN, await keyFor(id, source, page), () => ask(`/${folder}${TWIN}`));
  }
  for (const { name, bytes } of await source.index) await ledger.put(`${INDEX_FOLDER}/${name}`, undefined, () => bytes);
  progress.ended('files', `${ledger.made} of ${ledger.made + ledger.kept} made`);
}

/**
 * Puts the whole registry in few files, their signed index, and the public keys.
 * @param keys without them the export says that it is not signed
 */
export async function putExport(
  catalogue: Catalogue,
  entries: readonly Entry[],
  ledger: Ledger,
  keys: ExportKeys = NO_KEYS,
): Promise<void> {
  await ledger.put(PUBLIC_KEYS, undefined, () => keySet(keys.publicKeys));
  const ids = entries.map(({ row }) => row.id).sort();
  for await (const { path: place, bytes } of exportedFiles(catalogue, ids, keys.signing, digest))
    await ledger.put(place, undefined, () => bytes);
}

async function putListings(source: StaticSource, ledger: Ledger, progress: Progress): Promise<void> {
  const { entries } = source;
  const ask = asking(source, { fetch: async () => undefined });
  const put = async (id: string) => {
    for (const each of listingPaths(id))
      await ledger.put(decodeURIComponent(each), await keyFor(id, source, each), () => ask(each));
  };
  await inBatches(
    entries,
    ({ row }) => put(row.id),
    done => progress.at('files', done, entries.length),
  );
}

/** Names what a file is made from that tells of one listing; undefined where that is not known. */
async function keyFor(id: string, { sources, version }: StaticSource, place: string): Promise<string | undefined> {
  const known = await version?.(id);
  return known && keyOf(sources, known, place);
}

/** The application's answers as bytes. */
function asking({ addresses, catalogue }: StaticSource, assets: Assets): (place: string) => Promise<Uint8Array> {
  // Files have no tags.
  const app = createApp({ addresses, catalogue: () => catalogue, assets, digest: () => '' });
  return async place => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`${place} cannot be written: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/** A catalogue that has the documents of listings from the files that were just put. */
function builtListings(catalogue: Catalogue, folder: string): Catalogue {
  return { ...catalogue, listing: async id => new Uint8Array(readFileSync(path.join(folder, `listings/${id}.json`))) };
}
