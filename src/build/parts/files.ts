import type { Row } from '#contract/row.ts';
import { LiveCatalog } from '#server/live-catalog.ts';
import type { Card } from '#site/data/card.ts';
import type { Extent } from '../hosting.ts';
import type { Progress } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { type CompiledSite, putSiteFiles, siteKey } from '../site.ts';
import { openBuildCache, placesOf, type Tree } from '../tree.ts';
import { listEngine } from './list-engine.ts';
import { putLists } from './lists.ts';

/** Puts what tells of more than one listing, and what browsers load with the pages. */
export async function putFiles(
  { directories, addresses, commit, isServed }: RegistryBuild,
  cards: readonly Card[],
  tree: Tree,
  { site, pages, progress }: { site: Promise<CompiledSite>; pages: Promise<Extent>; progress: Progress },
): Promise<Extent> {
  const ledger = openBuildCache(tree, 'files');
  if (!isServed) {
    const sources = siteKey({ addresses });
    const live = new LiveCatalog(directories, addresses, commit);
    live.take(cards);
    const source = { catalog: live.over(listEngine(cards)), addresses };
    const rendered = pages.then(() => placesOf(tree, 'pages'));
    const digests = new Map(cards.map(({ row, digest }) => [row, digest]));
    const digestOf = (row: Row) => digests.get(row) ?? '';
    await putLists(source, ledger, { sources, digestOf });
    // It brings nearly all modules of the application, and by now they are loaded faster than with all parts at work.
    const { putDocuments } = await import('./documents.ts');
    await putDocuments(tree.folder, source, ledger, rendered);
    live.close();
  }
  await putSiteFiles(await site, ledger);
  progress.ended('files', `${ledger.made} of ${ledger.made + ledger.kept} made`);
  return ledger.finish();
}
