import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from '#edge/app.ts';
import type { Assets } from '#edge/assets.ts';
import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { exportedFiles } from '#edge/export.ts';
import { INDEX_FOLDER, SUMMARY_FILE, staticPaths } from '#edge/static-files.ts';
import { PUBLIC_KEYS } from '#listing/export-signature.ts';
import { keySet } from '#listing/signing-key.ts';
import { fileAssets } from '#node/file-assets.ts';
import { buildIndex } from '#query/index-build.ts';
import { indexFiles } from '#query/index-files.ts';
import type { Entry } from '#query/plain-engine.ts';
import { type ExportKeys, NO_KEYS } from './export-keys.ts';

/**
 * Writes the file twins of all GET resources beside the site (design: Static output), and the index that queries are
 * answered from. They are the application's own answers, so they cannot differ from them. Of the site it has the
 * documentation, which is part of some answers.
 *
 * @param entries the rows of all listings, tombstones included
 * @returns how many files were written
 */
export async function writeStaticFiles(
  folder: string,
  catalogue: Catalogue,
  entries: readonly Entry[],
  addresses: Addresses,
  keys: ExportKeys = NO_KEYS,
): Promise<number> {
  await writeExport(folder, catalogue, keys);
  const site = await fileAssets(folder);
  const ofSite = (place: string) => place.startsWith('/docs/') || place === PUBLIC_KEYS;
  const assets: Assets = { fetch: async place => (ofSite(place) ? site.fetch(place) : undefined) };
  const app = createApp({ addresses, catalogue: () => catalogue, assets });
  const ids = entries.map(({ row }) => row.id);
  const index = await indexFiles(await buildIndex(entries));
  for (const { name, bytes } of index) await writeFileAt(folder, `${INDEX_FOLDER}/${name}`, bytes);
  await writeFileAt(folder, SUMMARY_FILE, JSON.stringify(catalogue.summary));
  let written = index.length + 1;
  for await (const each of staticPaths(catalogue, ids)) {
    const response = await app.fetch(new Request(addresses.registry + each));
    if (!response.ok) throw new Error(`${each} cannot be written: ${response.status} ${await response.text()}`);
    await writeFileAt(folder, decodeURIComponent(each), new Uint8Array(await response.arrayBuffer()));
    written++;
  }
  return written;
}

/**
 * Writes the whole registry in few files, their signed index, and the public keys.
 * @param keys without them the export says that it is not signed
 */
export async function writeExport(folder: string, catalogue: Catalogue, keys: ExportKeys = NO_KEYS): Promise<void> {
  await writeFileAt(folder, PUBLIC_KEYS, keySet(keys.publicKeys));
  for await (const { path: place, bytes } of exportedFiles(catalogue, keys.signing))
    await writeFileAt(folder, place, bytes);
}

async function writeFileAt(folder: string, place: string, content: string | Uint8Array): Promise<void> {
  const file = path.join(folder, place);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
