/**
 * Checks that the pages of listings in a built site are within their size budget (`budgets/listing-budget.ts`), and the
 * home page and the pages of the search within theirs.
 *   node scripts/checks/budgets.ts [DIR]    default: dist
 *
 * Prints one line for each page over the budget. Exit status 1 if a page is over the budget, except because of a long
 * manifest: publishers are listed without a manual review, and their texts must not break the build.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runScript } from '#cli/terminal/run-script.ts';
import { findBudgetProblem } from './budgets/listing-budget.ts';
import { measurePage, type PageWeight } from './budgets/page-weight.ts';

/** The size of a manifest, in bytes after compression, that a page within the budget must accommodate. */
const MAX_MANIFEST_BYTES = 12_000;

/** The maximum size of other pages with everything that they load, in compressed bytes. */
const PAGE_BUDGETS: Readonly<Record<string, number>> = {
  'index.html': 60_000,
  'browse/index.html': 90_000,
  'search/index.html': 90_000,
};

await runScript(async () => {
  const folder = path.resolve(process.argv[2] ?? 'dist');
  const weights: (readonly [page: string, weight: PageWeight])[] = [];
  // The pages of the list of all APIs are named by number.
  for await (const page of glob('apis/{*,*/endpoints/*}/index.html', { cwd: folder }))
    if (!/^apis\/\d+\//.test(page)) weights.push([page, measurePage(folder, page)]);

  if (weights.length === 0) throw new RangeError(`No pages of listings found in ${folder}. Run npm run build first.`);

  let errors = 0;
  for (const [page, weight] of weights) {
    const problem = findBudgetProblem(weight);
    if (problem === undefined) continue;
    const manifestBytes = await measureListing(folder, page);
    if (manifestBytes <= MAX_MANIFEST_BYTES) errors++;
    console.error(`${page}: ${problem} Its JSON alone has ${manifestBytes}.`);
  }

  for (const [page, budget] of Object.entries(PAGE_BUDGETS)) {
    const { total } = measurePage(folder, page);
    console.log(`${page}: ${total} of ${budget} bytes.`);
    if (total > budget) errors++;
  }

  const [page, largest] = weights.sort(([, a], [, b]) => b.total - a.total)[0] ?? [];
  if (largest)
    console.log(
      `${weights.length} pages of listings. The largest is ${page}: ${largest.total} bytes, including ${largest.script} bytes of scripts.`,
    );
  return errors > 0 ? 1 : 0;
});

/** Returns the compressed size of the JSON of a listing, which is nearly all manifest. */
async function measureListing(folder: string, page: string): Promise<number> {
  const id = page.split('/')[1] ?? '';
  return gzipSync(await readFile(path.join(folder, 'listings', `${id}.json`))).length;
}
