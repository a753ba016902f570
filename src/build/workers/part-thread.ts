/**
 * Builds parts, one after another, in their own thread once the cards are saved (`PartStart`). The part `files` ends when
 * all pages are rendered (`PartPages`). Posts their progress (`ProgressMessage`), and at the end of each its `Extent`. The
 * message `ABORT` ends it and its child process.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Cards } from '#site/data/cards/cards.ts';
import { CardsFile } from '#site/data/cards/cards-file.ts';
import type { BuildCache } from '../build-cache.ts';
import { cardsFile } from '../parts/cards.ts';
import { forwardProgress } from '../progress.ts';
import type { PartStart, PartWork } from '../registry-build.ts';
import type { PartPages } from '../site.ts';
import type { TermCache } from '../state/term-cache.ts';
import { openBuildCache, type Part } from '../tree.ts';
import { lowerPriority } from './lower-priority.ts';
import { ABORT } from './thread.ts';

const { parts, build, tree, key } = workerData as PartWork;
if (build.isServed) lowerPriority();
const progress = forwardProgress(message => parentPort?.postMessage(message));
const { promise: cardsSaved, resolve: announceCards } = Promise.withResolvers<PartStart>();
const { promise: pagesRendered, resolve: announcePages } = Promise.withResolvers<PartPages>();
parentPort?.on('message', (message: PartStart | PartPages | typeof ABORT) => {
  if (message === ABORT) void abort();
  else if ('site' in message) announcePages(message);
  else announceCards(message);
});
/** The analyzed texts of the query index, which the index of the static search uses too. */
let terms: TermCache | undefined;
const writers: Writer[] = [];
for (const part of parts) writers.push(await loadWriter(part));
const { isAsRecorded } = await cardsSaved;
const cards = new CardsFile(cardsFile(tree));
for (const [at, put] of writers.entries()) {
  const cache = openBuildCache(tree, parts[at] as Part, isAsRecorded);
  await put(cards, cache);
  parentPort?.postMessage({ extent: cache.finish() });
}
parentPort?.close();

/** Pagefind's process, which creates its client, would report the end of this thread as its own error. */
async function abort(): Promise<never> {
  if (parts.includes('search')) {
    const { close } = await import('pagefind');
    await close();
  }
  process.exit(1);
}

type Writer = (cards: Cards, cache: BuildCache) => Promise<void>;

/** Loads only the modules that a part needs. */
async function loadWriter(part: Part): Promise<Writer> {
  if (part === 'search') {
    const { putSearchIndex } = await import('../parts/search-index.ts');
    const findTerms = (textKey: string) => terms?.find(textKey)?.terms;
    return (cards, cache) => putSearchIndex(cards, cache, { tree, key, findTerms, progress });
  }
  if (part === 'index') {
    const { indexCaches, putQueryIndex } = await import('../parts/query-index.ts');
    const { state, openTerms } = indexCaches(tree, key);
    return async (cards, cache) => {
      await putQueryIndex(cards, cache, { state, openTerms: () => (terms = openTerms()) });
    };
  }
  const { CardCatalog } = await import('../catalog/card-catalog.ts');
  if (part === 'files') {
    const { putFiles } = await import('../parts/files.ts');
    return async (cards, cache) => {
      const cardCatalog = new CardCatalog(cards, build, key);
      const site = pagesRendered.then(pages => pages.site);
      await putFiles(build, cards, tree, cache, { cardCatalog, site, pages: pagesRendered, key, progress });
      cardCatalog.close();
    };
  }
  const { putListings } = await import('../parts/listings.ts');
  return async (cards, cache) => {
    const cardCatalog = new CardCatalog(cards, build, key);
    await putListings(build, cards, cache, { cardCatalog, folder: tree.folder, key, progress });
    cardCatalog.close();
  };
}
