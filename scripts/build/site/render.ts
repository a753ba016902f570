/**
 * Renders the pages that changed, in a process of its own, and tells its parent how far it is.
 * Usage: forked as render.ts, with the settings of the site, RENDERER (the folder with the compiled modules), RENDERED_FROM
 * (names all else that pages are made from) and TREE (a `Tree` as JSON) in the environment
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inBatches } from '../batches.ts';
import { endWithParent } from '../child.ts';
import { keyOf } from '../key.ts';
import { ledgerOf } from '../tree.ts';

endWithParent();
const { RENDERER = '', RENDERED_FROM = '', TREE = '' } = process.env;
const entry = readdirSync(RENDERER).find(name => /^prerender-entry\..+\.mjs$/.test(name)) ?? '';
const { renderablePages }: typeof import('#site/renderer.ts') = await import(path.join(RENDERER, entry));
const pages = await renderablePages();
const ledger = ledgerOf(JSON.parse(TREE), 'pages');
await inBatches(
  pages,
  ({ file, cacheKey, render }) => ledger.put(file, keyOf(RENDERED_FROM, file, cacheKey), render),
  done => process.send?.({ done, total: pages.length }),
);
ledger.finish();
const told = { done: pages.length, total: pages.length, made: ledger.made };
await new Promise<void>(resolve => (process.send ? process.send(told, () => resolve()) : resolve()));
