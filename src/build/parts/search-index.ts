import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { close, createIndex } from 'pagefind';
import type { Row } from '#contract/row.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import { singleLine } from '#site/format/text.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import type { Progress } from '../progress.ts';

/**
 * How many listings one index holds. Pagefind makes an index as a whole, so a changed listing costs that of all that share
 * one; a browser has to ask each of them.
 */
const PER_INDEX = 1250;

/** What of Pagefind's files a page needs that has its own search box; the rest are boxes of Pagefind's own. */
const NEEDED = /^(pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|.+\.pf_meta|wasm\..+|(index|fragment)\/.+)$/;

/**
 * Puts the indexes that the site's search asks in the browser, into `/pagefind/`: names and descriptions of what is listed.
 * The first lies there itself, the others in folders `1`, `2` and so on, and `parts.json` says how many there are.
 *
 * @param from names the sources
 * @throws Error with Pagefind's own words when one cannot be built
 */
export async function putSearchIndex(
  entries: readonly { readonly row: Row }[],
  ledger: BuildCache,
  from: string,
  progress: Progress,
): Promise<void> {
  const parts = partsOf(entries.flatMap(({ row }) => (LISTED.includes(row.status) ? [row] : [])));
  await ledger.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  const groups = parts.map((rows, number) => {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    return { folder, rows, key: createKey(from, folder, rows.map(shownOf)) };
  });
  let [made, done] = [0, 0];
  const put = async ({ folder, rows, key }: (typeof groups)[number]) => {
    made += await ledger.putGroup(key, () => filesOf(rows.map(recordOf), folder));
    progress.at('search', ++done, parts.length);
  };
  const isNew = Map.groupBy(groups, ({ key }) => !ledger.knows(key));
  try {
    // Pagefind makes them in a process of its own; meanwhile it is seen whether the others are still there.
    const making = oneByOne(isNew.get(true) ?? [], put);
    making.catch(() => undefined);
    for (const group of isNew.get(false) ?? []) {
      await put(group);
      await others();
    }
    await making;
  } finally {
    await close();
  }
  progress.ended('search', `${made} files made, for ${parts.length} indexes`);
}

async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

/** Which listing is in which index hangs on nothing but its id and how many there are. */
function partsOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.max(1, Math.ceil(rows.length / PER_INDEX));
  const parts: Row[][] = Array.from({ length: count }, () => []);
  for (const row of rows) parts[hash('sha256', row.id, 'buffer').readUInt32BE() % count]?.push(row);
  return parts;
}

/** All of a row that its record is made from. */
function shownOf({ id, name, description, categories, status }: Row): readonly unknown[] {
  return [id, name, description, categories, status];
}

/** Pagefind's process ends at an unpaired surrogate, so such characters are replaced before. */
function recordOf(row: Pick<Row, 'id' | 'name' | 'description' | 'categories' | 'status'>) {
  return {
    url: listingPage(row.id),
    content: singleLine(`${row.name}. ${row.id}. ${row.description} ${row.categories.join(', ')}`).toWellFormed(),
    language: 'en',
    meta: { title: singleLine(row.name).toWellFormed(), id: row.id, status: row.status },
  };
}

async function filesOf(
  records: readonly ReturnType<typeof recordOf>[],
  folder: string,
): Promise<Map<string, Uint8Array>> {
  const { index, errors } = await createIndex({ forceLanguage: 'en' });
  if (!index) throw new Error(`The search index cannot be built: ${errors.join('; ')}`);
  try {
    for (const added of await Promise.all(records.map(record => index.addCustomRecord(record)))) {
      if (added.errors.length > 0) throw new Error(`A listing cannot be indexed: ${added.errors.join('; ')}`);
    }
    // Not by way of the disk, which is busy with the files of the other parts.
    const { files, errors } = await index.getFiles();
    if (errors.length > 0) throw new Error(`The search index cannot be made: ${errors.join('; ')}`);
    const needed = files.filter(file => NEEDED.test(file.path)).sort((a, b) => (a.path < b.path ? -1 : 1));
    return new Map(needed.map(file => [`${folder}/${file.path}`, file.content]));
  } finally {
    await index.deleteIndex();
  }
}
