/**
 * Builds one part in its own thread once it receives the changed cards (`PartStart`). Posts its progress
 * (`ProgressMessage`), and at the end its `Extent`. The message `ABORT` ends it and its child process.
 */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Card } from '#site/data/card.ts';
import type { BuildCache } from '../build-cache.ts';
import { changedCards, writtenCards } from '../parts/cards.ts';
import { forwardProgress } from '../progress.ts';
import type { PartStart, PartWork } from '../registry-build.ts';
import { openBuildCache } from '../tree.ts';
import { lowerPriority } from './lower-priority.ts';
import { ABORT } from './thread.ts';

const { part, build, tree, key } = workerData as PartWork;
if (build.isServed) lowerPriority();
const progress = forwardProgress(message => parentPort?.postMessage(message));
const { promise: started, resolve: start } = Promise.withResolvers<PartStart>();
parentPort?.on('message', (message: PartStart | typeof ABORT) => {
  if (message === ABORT) process.exit(1);
  else start(message);
});
const put = await loadWriter();
const previous = writtenCards(tree, key);
const { changes, isAsRecorded } = await started;
const cache = openBuildCache(tree, part, isAsRecorded);
await put(changedCards(previous, changes), cache);
parentPort?.postMessage({ extent: cache.finish() });
parentPort?.close();

/** Loads only the modules that the part needs. */
async function loadWriter(): Promise<(cards: readonly Card[], cache: BuildCache) => Promise<void>> {
  if (part === 'search') {
    const { putSearchIndex } = await import('../parts/search-index.ts');
    const { TextCache } = await import('../state/text-cache.ts');
    const openTexts = (number: number) => new TextCache(path.join(tree.cacheDir, `search-${number}`), key);
    return (cards, cache) => putSearchIndex(cards, cache, key, { openTexts, progress });
  }
  if (part === 'index') {
    const { putQueryIndex } = await import('../parts/query-index.ts');
    const { TermCache } = await import('../state/term-cache.ts');
    return (cards, cache) => putQueryIndex(cards, cache, new TermCache(path.join(tree.cacheDir, 'terms'), key));
  }
  const { putListings } = await import('../parts/listings.ts');
  return (cards, cache) => putListings(build, cards, cache, { folder: tree.folder, key, progress });
}
