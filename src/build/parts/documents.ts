import { createApp } from '#edge/app.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { documentPaths } from '#edge/catalog/document-files.ts';
import { SUMMARY_FILE } from '#edge/catalog/index-paths.ts';
import type { Addresses } from '#edge/config.ts';
import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import type { BuildCache } from '../build-cache.ts';
import { fileAssets } from '../catalog/file-assets.ts';

/**
 * Writes the static files of single documents next to the site. They are responses of the application itself, so they
 * cannot differ from it. The documentation of the site is part of some responses; files that do not need it are
 * generated while the site is rendered.
 * @param pages resolves to the paths of the site's pages once they are in the folder
 */
export async function putDocuments(
  folder: string,
  { catalog, addresses }: { readonly catalog: Catalog; readonly addresses: Addresses },
  cache: BuildCache,
  pages: Promise<ReadonlySet<string>> = Promise.resolve(new Set()),
): Promise<void> {
  await cache.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalog.summary));
  const ofSite = (place: string) => place.startsWith('/docs/');
  const files = pages.then(() => fileAssets(folder));
  const assets = { fetch: async (place: string) => (ofSite(place) ? (await files).fetch(place) : undefined) };
  // Static files have no ETags.
  const app = createApp({ addresses, catalog: () => catalog, assets, digest: () => '' });
  const ask = async (place: string) => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`Cannot generate ${place}: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  for (const each of documentPaths(catalog)) {
    const place = decodeURIComponent(each);
    // The keys are written with the export.
    const isThere = place === PUBLIC_KEYS || (ofSite(place) && (await pages).has(place.slice(1)));
    if (!isThere) await cache.put(place, undefined, () => ask(each));
  }
}
