/**
 * Checks that no page of a listing weighs more than it may (`check-budgets/listing-budget.ts`), and says which is the
 * heaviest.
 *   node scripts/checks/budgets.ts DIR
 * Exit status 1, and one line for each page over the budget; one that is so because of what its publisher wrote is only
 * told, because whoever passes the checks is listed without a person, and must not stop all others by long texts.
 */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { overBudget } from './budgets/listing-budget.ts';
import { type PageWeight, pageWeight } from './budgets/page-weight.ts';

/** As much as this of a publisher's words, in bytes as sent, has to have room on a page. */
const MOST_OF_PUBLISHER = 12_000;

const folder = path.resolve(process.argv[2] ?? 'dist');
const weights: (readonly [page: string, weight: PageWeight])[] = [];
// The list of all APIs has pages with numbers for names.
for await (const page of glob('apis/{*,*/endpoints/*}/index.html', { cwd: folder }))
  if (!/^apis\/\d+\//.test(page)) weights.push([page, pageWeight(folder, page)]);

let faults = 0;
for (const [page, weight] of weights) {
  const told = overBudget(weight);
  if (told === undefined) continue;
  const publishers = await ownBytes(page);
  if (publishers <= MOST_OF_PUBLISHER) faults++;
  console.error(`${page}: ${told} Its manifest alone has ${publishers}.`);
}

const [page, heaviest] = weights.sort(([, a], [, b]) => b.total - a.total)[0] ?? [];
if (heaviest)
  console.log(
    `${weights.length} pages of listings; the heaviest, ${page}, is ${heaviest.total} bytes, ${heaviest.script} of them script.`,
  );
process.exitCode = faults > 0 ? 1 : 0;

/** What a listing's own JSON weighs as sent, the manifest being nearly all of it. */
async function ownBytes(page: string): Promise<number> {
  const id = page.split('/')[1] ?? '';
  return gzipSync(await readFile(path.join(folder, 'listings', `${id}.json`))).length;
}
