/**
 * Renders the changed pages in a separate process once the parent reports that the cards are saved, and whether the last
 * good build is as recorded. Loads its modules before that. Sends its progress (`ProgressMessage`) and at the end its
 * `Extent` to the parent. Usage: forked as render.ts, with the settings of the site, RENDERER (the folder of the compiled
 * modules), RENDERED_FROM (identifies all other inputs of the pages), TREE (a `Tree` as JSON) and, if a server builds,
 * IS_SERVED in the environment
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderablePage } from '#site/renderer.ts';
import { inBatches } from '../batches.ts';
import { createKey } from '../key.ts';
import { forwardProgress } from '../progress.ts';
import { openBuildCache } from '../tree.ts';
import { endWithParent } from '../workers/child.ts';
import { lowerPriority } from '../workers/lower-priority.ts';

const saved = process.send ? once(process, 'message') : Promise.resolve([false]);
globalThis.cardsSaved = saved;
const { RENDERER = '', RENDERED_FROM = '', TREE = '', IS_SERVED } = process.env;
if (IS_SERVED) lowerPriority();
const entry = readdirSync(RENDERER).find(name => /^prerender-entry\..+\.mjs$/.test(name)) ?? '';
const renderer: typeof import('#site/renderer.ts') = await import(pathToFileURL(path.join(RENDERER, entry)).href);
const [isAsRecorded] = await saved;
endWithParent();
const cache = openBuildCache(JSON.parse(TREE), 'pages', isAsRecorded);
const keyFor = ({ file, cacheKey }: Pick<RenderablePage, 'file' | 'cacheKey'>) =>
  createKey(RENDERED_FROM, file, cacheKey);
const missing = new Set<string>();
for (const page of renderer.getListingPages()) if (!cache.tryReuse(page.file, keyFor(page))) missing.add(page.listing);
renderer.renderOnly(missing);
const { count, pages } = await renderer.renderablePages();
const progress = forwardProgress(told => process.send?.(told));
await inBatches(
  pages,
  page => cache.put(page.file, keyFor(page), page.render),
  done => progress.at('pages', done, count),
);
for (const file of renderer.getOutdatedFiles()) cache.invalidate(file);
const extent = cache.finish();
progress.ended('pages', `${cache.made} of ${extent.files} made`);
// Exits immediately, because freeing all memory takes as long as rendering some pages.
process.send?.({ extent }, () => process.exit());
