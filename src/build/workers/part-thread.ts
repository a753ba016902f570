/**
 * Makes one part of a build in a thread of its own, once it is told which cards have changed (`CardChanges`), and posts how
 * far it is (`Told`) and at the end its `Extent`.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Card } from '#site/data/card.ts';
import type { BuildCache } from '../build-cache.ts';
import { type CardChanges, changedCards, writtenCards } from '../parts/cards.ts';
import { forwardProgress } from '../progress.ts';
import type { PartWork } from '../registry-build.ts';
import { openBuildCache } from '../tree.ts';
import { lowerPriority } from './lower-priority.ts';

const { part, build, tree, key } = workerData as PartWork;
if (build.isServed) lowerPriority();
const progress = forwardProgress(told => parentPort?.postMessage(told));
const put = await putterOf();
const known = writtenCards(tree, key);
const [changes]: CardChanges[] = parentPort ? await once(parentPort, 'message') : [];
const ledger = openBuildCache(tree, part);
await put(changes ? changedCards(known, changes) : known, ledger);
parentPort?.postMessage({ extent: ledger.finish() });

/** Loads only what the part needs. */
async function putterOf(): Promise<(cards: readonly Card[], ledger: BuildCache) => Promise<void>> {
  if (part === 'search') {
    const { putSearchIndex } = await import('../parts/search-index.ts');
    return (cards, ledger) => putSearchIndex(cards, ledger, key, progress);
  }
  if (part === 'index') {
    const { putQueryIndex } = await import('../parts/query-index.ts');
    return putQueryIndex;
  }
  const { putListings } = await import('../parts/listings.ts');
  return (cards, ledger) => putListings(build, cards, ledger, { folder: tree.folder, key, progress });
}
