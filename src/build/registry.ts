import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CardsFile } from '#site/data/cards/cards-file.ts';
import type { Stamps } from '#store/file-stamps.ts';
import { readLastRun } from '#store/last-run.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { BuildCache } from './build-cache.ts';
import type { Extent } from './hosting.ts';
import { cardsFile, type FoundCards, openSavedCards, saveCurrentCards } from './parts/cards.ts';
import { type Progress, runParts, SILENT } from './progress.ts';
import type { PartStart, PartWork, RegistryBuild, StartedBuild } from './registry-build.ts';
import { type CompiledSite, compileSite } from './site/compile-site.ts';
import { siteKey } from './site/compiled-site.ts';
import { type PartPages, renderSite } from './site.ts';
import type { BuildResult } from './state/last-build.ts';
import { isComplete, openBuildCache, type Part, type Tree } from './tree.ts';
import { runThread } from './workers/thread.ts';

/**
 * Writes a whole registry into a folder: its pages, and the JSON files that make any static host a registry. Files of a
 * previous build with the same inputs stay. The parts run in threads and one process, from the cards of all
 * listings.
 * @param options `signal` aborts the build, which then rejects once all its processes and threads have ended; the tree
 * is incomplete. `isLastGoodAsRecorded` resolves to whether all files of the last good build are known to be as recorded;
 * without it, each is checked before it is reused. `stamps` as for `readListingFiles`
 * @returns the number of listings, and the number and size of the files
 * @throws RangeError with a message for the operator if its data is broken; the reason of the signal if it aborts
 */
export async function buildRegistry(
  inputs: RegistryBuild,
  tree: Tree,
  { progress = SILENT, signal: aborted, isLastGoodAsRecorded = false, stamps }: BuildOptions = {},
): Promise<BuildResult> {
  aborted?.throwIfAborted();
  const build: StartedBuild = { ...inputs, lastRunAt: await readLastRun(inputs.directories.observations) };
  // An interrupted build may have saved the cards of many changes, so that their number is unknown.
  const wasInterrupted = !isComplete(tree.folder, tree.cacheDir);
  const key = siteKey(build);
  const stop = new AbortController();
  const signal = aborted ? AbortSignal.any([stop.signal, aborted]) : stop.signal;
  const started: Promise<unknown>[] = [];
  let opened: CardsFile | undefined;
  /** Registers work that must end before a failed build does. */
  function start<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    started.push(work);
    return work;
  }
  // Other threads and processes load their modules while this one reads the listings. Then they wait for these messages.
  const { promise: cardsSaved, resolve: announceCards } = Promise.withResolvers<PartStart>();
  const { promise: mayRender, resolve: allowRendering } = Promise.withResolvers<boolean>();
  const { promise: pagesRendered, resolve: announcePages } = Promise.withResolvers<PartPages>();
  const inThread = (parts: readonly Part[]) =>
    start(
      runParts(parts, progress, onMessage => {
        const work: PartWork = { parts, build, tree, key };
        return runThread('part-thread', work, { onMessage, messages: [cardsSaved, pagesRendered], signal });
      }),
    );
  try {
    const site = start(compileSite(build, { isFirst: tree.lastGood === undefined, signal }));
    const pages = start(
      site.then(compiled => renderSite(compiled, build, tree, { progress, ready: mayRender, signal })),
    );
    pages.then(
      async () => announcePages({ site: await site }),
      () => undefined,
    );
    const indexParts: readonly Part[] = build.isServed ? ['search'] : ['index', 'search'];
    const earlyIndexes = tree.lastGood === undefined ? inThread(indexParts) : undefined;
    // Forking is faster while this process uses little memory.
    await nextTurn();
    const { broken, changes } = await saveCards(build, tree, key, { signal, stamps });
    const cards = new CardsFile(cardsFile(tree));
    opened = cards;
    rejectBrokenRecords(broken, build.skipInvalid);
    const isAsRecorded = await isLastGoodAsRecorded;
    announceCards({ isAsRecorded });
    allowRendering(isAsRecorded);
    // For other listings, the query index is built as a whole. A server builds none, and its requests need the other core.
    const hasOtherListings = !build.isServed && changes.added + changes.gone.length > 0;
    const needsThreads =
      tree.lastGood === undefined || wasInterrupted || hasOtherListings || changes.changed.length > MAX_CHANGES_HERE;
    const indexes = earlyIndexes ?? (needsThreads ? inThread(indexParts) : []);
    const files = needsThreads
      ? inThread(['listings', 'files'])
      : start(putFilesHere(build, cards, tree, { site, pages, key, progress, isAsRecorded }));
    const extents = (await Promise.all([files, indexes, pages])).flat();
    if (build.isServed) openBuildCache(tree, 'index').finish();
    return { listings: cards.size, extents, isClean: broken.length === 0 };
  } catch (error) {
    stop.abort();
    // Nothing may write any more when the next build begins.
    await Promise.allSettled(started);
    throw error;
  } finally {
    opened?.close();
  }
}

interface BuildOptions {
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
  readonly isLastGoodAsRecorded?: boolean | Promise<boolean>;
  readonly stamps?: Stamps | undefined;
}

/** The number of changed listings up to which their files take less time than the start of threads. */
const MAX_CHANGES_HERE = 100;

/** Saves the cards of the registry. Reads a whole registry in a thread, because that leaves much garbage. */
async function saveCards(
  build: StartedBuild,
  tree: Tree,
  key: string,
  { signal, stamps }: { readonly signal: AbortSignal; readonly stamps: Stamps | undefined },
): Promise<FoundCards> {
  const saved = openSavedCards(tree, key);
  saved?.close();
  if (saved) return saveCurrentCards(build.directories, build.addresses, tree, key, { signal, stamps });
  const found: FoundCards[] = [];
  const work: PartWork = { parts: [], build, tree, key };
  const onMessage = (message: FoundCards) => found.push(message);
  try {
    await runThread('cards-thread', work, { onMessage, messages: [], signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  const [result] = found;
  if (!result) throw new Error('The thread that reads the registry ended without a result.');
  return result;
}

interface FilesHere {
  readonly site: Promise<CompiledSite>;
  readonly pages: Promise<unknown>;
  readonly key: string;
  readonly progress: Progress;
  readonly isAsRecorded: boolean;
}

/** Writes all parts but the pages in this thread. */
async function putFilesHere(
  build: StartedBuild,
  cards: CardsFile,
  tree: Tree,
  { site, pages, key, progress, isAsRecorded }: FilesHere,
): Promise<readonly Extent[]> {
  // Other threads receive their messages first.
  await nextTurn();
  const indexCache = build.isServed ? undefined : openBuildCache(tree, 'index', isAsRecorded);
  const index = indexCache && (await putIndexHere(cards, indexCache, tree, key));
  const searchCache = openBuildCache(tree, 'search', isAsRecorded);
  const { putSearchIndex } = await import('./parts/search-index.ts');
  await putSearchIndex(cards, searchCache, { tree, key, progress });
  const { CardCatalog } = await import('./catalog/card-catalog.ts');
  const { putFiles } = await import('./parts/files.ts');
  const { putListings } = await import('./parts/listings.ts');
  const cardCatalog = new CardCatalog(cards, build, key);
  const listingsCache = openBuildCache(tree, 'listings', isAsRecorded);
  await putListings(build, cards, listingsCache, { cardCatalog, folder: tree.folder, key, progress });
  const filesCache = openBuildCache(tree, 'files', isAsRecorded);
  await putFiles(build, cards, tree, filesCache, { cardCatalog, index, site, pages, key, progress });
  cardCatalog.close();
  return [indexCache, searchCache, listingsCache, filesCache].flatMap(cache => cache?.finish() ?? []);
}

async function putIndexHere(cards: CardsFile, cache: BuildCache, tree: Tree, key: string) {
  const { indexCaches, putQueryIndex } = await import('./parts/query-index.ts');
  return putQueryIndex(cards, cache, indexCaches(tree, key));
}

/**
 * Reports the problems of broken files on standard error.
 * @throws RangeError if there are any and they may not be skipped
 */
export function rejectBrokenRecords(files: readonly BrokenFile[], skipInvalid: boolean): void {
  for (const { file, findings } of files) {
    for (const { pointer, rule, message, hint } of findings) {
      console.error(`${path.relative('.', file)}: ${pointer || '(document)'}: ${rule}: ${message} ${hint}`);
    }
  }
  if (files.length > 0 && !skipInvalid) {
    throw new RangeError(`${files.length} registry files are broken. Fix them, or skip them with --skip-invalid.`);
  }
}
