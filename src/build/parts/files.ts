import type { QueryIndex } from '#query/index/query-index.ts';
import type { Cards } from '#site/data/cards/cards.ts';
import type { BuildCache } from '../build-cache.ts';
import type { CardCatalog } from '../catalog/card-catalog.ts';
import type { Progress } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';
import type { CompiledSite } from '../site/compile-site.ts';
import { putSiteFiles } from '../site.ts';
import { placesOf, type Tree } from '../tree.ts';
import { listEngine } from './list-engine.ts';
import { putLists } from './lists.ts';

/** Writes the files about more than one listing, and the files that browsers load with the pages. */
export async function putFiles(
  { addresses, isServed }: RegistryBuild,
  cards: Cards,
  tree: Tree,
  cache: BuildCache,
  { cardCatalog, index, site, pages, key, progress }: FilesOptions,
): Promise<void> {
  if (!isServed) {
    const source = { catalog: cardCatalog.over(listEngine(cards, index)), addresses };
    const rendered = pages.then(() => placesOf(tree, 'pages'));
    await putLists(source, cache, { sources: key, keyOf: await cardCatalog.keys(), find: id => cards.find(id) });
    // This import loads nearly all modules of the application, which is faster once the other parts have loaded theirs.
    const { putDocuments } = await import('./documents.ts');
    await putDocuments(tree.folder, source, cache, { pages: rendered, sources: key });
  }
  await putSiteFiles(await site, addresses, cache);
  progress.ended('files', `${cache.made} of ${cache.made + cache.kept} made`);
}

interface FilesOptions {
  readonly cardCatalog: CardCatalog;
  /** The query index of the cards, if it is in memory. */
  readonly index?: QueryIndex | undefined;
  readonly site: Promise<CompiledSite>;
  readonly pages: Promise<unknown>;
  /** Identifies the sources of the build and its URLs. */
  readonly key: string;
  readonly progress: Progress;
}
