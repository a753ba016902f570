import { SITE_PAGES } from '#edge/agents/well-known/sitemap.ts';
import { createApp } from '#edge/app.ts';
import type { Catalog } from '#edge/catalog/catalog.ts';
import { documentPaths } from '#edge/catalog/document-files.ts';
import { SUMMARY_FILE } from '#edge/catalog/index-paths.ts';
import type { Addresses } from '#edge/config.ts';
import { PUBLIC_KEYS } from '#listing/export/export-signature.ts';
import type { BuildCache } from '../build-cache.ts';
import { fileAssets } from '../catalog/file-assets.ts';
import { createKey } from '../key.ts';
import type { Places } from '../tree.ts';

/**
 * Writes the static files of single documents next to the site. They are responses of the application itself, so they
 * cannot differ from it. The documentation of the site is part of some responses; files that do not need it are
 * generated while the site is rendered. A response that does not read the catalog depends only on the sources.
 * @param options `pages` resolves to the paths of the site's pages once they are in the folder; `sources` identifies the
 * sources of the build and its URLs; without it, all files are generated
 */
export async function putDocuments(
  folder: string,
  { catalog, addresses }: { readonly catalog: Catalog; readonly addresses: Addresses },
  cache: BuildCache,
  { pages = Promise.resolve(new Set()), sources }: DocumentsOptions = {},
): Promise<void> {
  await cache.put(SUMMARY_FILE, undefined, () => JSON.stringify(catalog.summary));
  // Only pages of this build: the folder still has documents of an earlier one, perhaps from other sources or URLs. Other
  // files do not wait for them.
  const isPage = async (place: string) =>
    (place.startsWith('/docs/') || SITE_PAGES.includes(place)) && (await pages).has(toPageFile(place));
  const files = pages.then(() => fileAssets(folder));
  const assets = { fetch: async (place: string) => ((await isPage(place)) ? (await files).fetch(place) : undefined) };
  // Static files have no ETags.
  let isCatalogRead = false;
  const readCatalog = () => {
    isCatalogRead = true;
    return catalog;
  };
  const app = createApp({ addresses, catalog: readCatalog, assets, digest: () => '' });
  const ask = async (place: string) => {
    const response = await app.fetch(new Request(addresses.registry + place));
    if (!response.ok) throw new Error(`Cannot generate ${place}: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  for (const each of documentPaths(catalog)) {
    const place = decodeURIComponent(each);
    // The keys are written with the export.
    const isThere = place === PUBLIC_KEYS || (await isPage(place));
    const key = sources && createKey(sources, 'document', place);
    if (isThere || cache.tryReuse(place, key)) continue;
    isCatalogRead = false;
    const content = await ask(each);
    await cache.put(place, isCatalogRead ? undefined : key, () => content);
  }
}

/** Returns the path of the file of a page in the folder of the build. */
function toPageFile(place: string): string {
  return place.slice(1) + (place.endsWith('/') ? 'index.html' : '');
}

interface DocumentsOptions {
  readonly pages?: Promise<Places>;
  readonly sources?: string;
}
