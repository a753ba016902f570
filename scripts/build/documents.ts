import { createApp } from '#edge/app.ts';
import type { Catalogue } from '#edge/catalogue.ts';
import type { Addresses } from '#edge/configuration.ts';
import { documentPaths } from '#edge/document-files.ts';
import { SUMMARY_FILE } from '#edge/index-place.ts';
import { PUBLIC_KEYS } from '#listing/export-signature.ts';
import { fileAssets } from '#node/file-assets.ts';
import type { Ledger } from './ledger.ts';

/**
 * Puts the file twins of single documents beside the site. They are the application's own answers, so they cannot differ
 * from them. Of the site it has the documentation, which is part of some answers; what does not need that is made meanwhile.
 *
 * @param pages settles when the site's pages are in the folder, with their paths, which then count
 */
export async function putDocuments(
  folder: string,
  { catalogue, addresses }: { readonly catalogue: Catalogue; readonly addresses: Addresses },
  ledger: Ledger,
  pages: Promise<ReadonlySet<string>> = Promise.resolve(new Set()),
): Promise<void> {
  await ledger.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalogue.summary));
  const ofSite = (place: string) => place.startsWith('/docs/');
  const files = pages.then(() => fileAssets(folder));
  const assets = { fetch: async (place: string) => (ofSite(place) ? (await files).fetch(place) : undefined) };
  // Files have no tags.
  const app = createApp({ addresses, catalogue: () => catalogue, assets, digest: () => '' });
  const ask = async (place: string) => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`${place} cannot be written: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  for (const each of documentPaths(catalogue)) {
    const place = decodeURIComponent(each);
    // The keys are put with the export that they are for.
    const isThere = place === PUBLIC_KEYS || (ofSite(place) && (await pages).has(place.slice(1)));
    if (!isThere) await ledger.put(place, undefined, () => ask(each));
  }
}
