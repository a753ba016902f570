import { createApp } from '#edge/app.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { documentPaths } from '#edge/catalog/document-files.ts';
import { SUMMARY_FILE } from '#edge/catalog/index-paths.ts';
import type { Addresses } from '#edge/config.ts';
import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import { fileAssets } from '#server/file-assets.ts';
import type { BuildCache } from '../build-cache.ts';

/**
 * Puts the file twins of single documents beside the site. They are the application's own answers, so they cannot differ
 * from them. Of the site it has the documentation, which is part of some answers; what does not need that is made meanwhile.
 *
 * @param pages settles when the site's pages are in the folder, with their paths, which then count
 */
export async function putDocuments(
  folder: string,
  { catalog, addresses }: { readonly catalog: Catalog; readonly addresses: Addresses },
  ledger: BuildCache,
  pages: Promise<ReadonlySet<string>> = Promise.resolve(new Set()),
): Promise<void> {
  await ledger.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalog.summary));
  const ofSite = (place: string) => place.startsWith('/docs/');
  const files = pages.then(() => fileAssets(folder));
  const assets = { fetch: async (place: string) => (ofSite(place) ? (await files).fetch(place) : undefined) };
  // Files have no tags.
  const app = createApp({ addresses, catalog: () => catalog, assets, digest: () => '' });
  const ask = async (place: string) => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`${place} cannot be written: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  for (const each of documentPaths(catalog)) {
    const place = decodeURIComponent(each);
    // The keys are put with the export that they are for.
    const isThere = place === PUBLIC_KEYS || (ofSite(place) && (await pages).has(place.slice(1)));
    if (!isThere) await ledger.put(place, undefined, () => ask(each));
  }
}
