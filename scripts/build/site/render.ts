/**
 * Renders the pages that changed, in a process of its own, once it is told that the cards are there, and tells its parent
 * how far it is (`Told`) and at the end their `Extent`.
 * Usage: forked as render.ts, with the settings of the site, RENDERER (the folder with the compiled modules), RENDERED_FROM
 * (names all else that pages are made from) and TREE (a `Tree` as JSON) in the environment
 */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inBatches } from '../batches.ts';
import { endWithParent } from '../child.ts';
import { keyOf } from '../key.ts';
import { toldProgress } from '../progress.ts';
import { ledgerOf } from '../tree.ts';

if (process.send) await once(process, 'message');
endWithParent();
const { RENDERER = '', RENDERED_FROM = '', TREE = '' } = process.env;
const entry = readdirSync(RENDERER).find(name => /^prerender-entry\..+\.mjs$/.test(name)) ?? '';
const { isOutdated, renderablePages }: typeof import('#site/renderer.ts') = await import(path.join(RENDERER, entry));
const pages = await renderablePages();
const ledger = ledgerOf(JSON.parse(TREE), 'pages');
const progress = toldProgress(told => process.send?.(told));
await inBatches(
  pages,
  ({ file, cacheKey, render }) => {
    const key = keyOf(RENDERED_FROM, file, cacheKey);
    return ledger.keeps(file, key) ? undefined : ledger.put(file, key, render);
  },
  done => progress.at('pages', done, pages.length),
);
for (const page of pages.filter(isOutdated)) ledger.doubt(page.file);
const extent = ledger.finish();
progress.ended('pages', `${ledger.made} of ${pages.length} made`);
// At once: to give back all that it holds takes as long as to render some pages.
process.send?.({ extent }, () => process.exit());
