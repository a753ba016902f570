import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { close, createIndex } from 'pagefind';
import type { Row } from '#contract/row.ts';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import type { Progress } from '../progress.ts';

/**
 * The number of listings per index. Pagefind builds an index as a whole, so a changed listing costs a rebuild of all
 * that share one; a browser has to query each of them.
 */
const LISTINGS_PER_INDEX = 1250;

/** The Pagefind files that a page with its own search box needs; the others are for Pagefind's own search boxes. */
const NEEDED_FILES =
  /^(pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|.+\.pf_meta|wasm\..+|(index|fragment)\/.+)$/;

/**
 * Writes the indexes of the site's in-browser search to `/pagefind/`: names and descriptions of the listings. The first
 * index is in that folder itself, the others in the subfolders `1`, `2`, and so on; `parts.json` has their number.
 * @param from identifies the sources
 * @throws Error with Pagefind's message if an index cannot be built
 */
export async function putSearchIndex(
  entries: readonly { readonly row: Row }[],
  cache: BuildCache,
  from: string,
  progress: Progress,
): Promise<void> {
  const parts = splitRows(entries.flatMap(({ row }) => (LISTED.includes(row.status) ? [row] : [])));
  await cache.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  const groups = parts.map((rows, number) => {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    return { folder, rows, key: createKey(from, folder, rows.map(getIndexedFields)) };
  });
  let [made, done] = [0, 0];
  const put = async ({ folder, rows, key }: (typeof groups)[number]) => {
    made += await cache.putGroup(key, () => buildFiles(rows.map(toRecord), folder));
    progress.at('search', ++done, parts.length);
  };
  const isNew = Map.groupBy(groups, ({ key }) => !cache.hasKey(key));
  try {
    // Pagefind builds them in its own process; meanwhile this one checks whether the others still exist.
    const builds = oneByOne(isNew.get(true) ?? [], put);
    builds.catch(() => undefined);
    for (const group of isNew.get(false) ?? []) {
      await put(group);
      await others();
    }
    await builds;
  } finally {
    await close();
  }
  progress.ended('search', `${made} files made, for ${parts.length} indexes`);
}

async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

/** The index of a listing depends only on its id and the number of listings. */
function splitRows(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.max(1, Math.ceil(rows.length / LISTINGS_PER_INDEX));
  const parts: Row[][] = Array.from({ length: count }, () => []);
  for (const row of rows) parts[hash('sha256', row.id, 'buffer').readUInt32BE() % count]?.push(row);
  return parts;
}

/** The fields of a row that its record contains. */
function getIndexedFields({ id, name, description, categories, status }: Row): readonly unknown[] {
  return [id, name, description, categories, status];
}

/** An unpaired surrogate crashes Pagefind's process, so such characters are replaced first. */
function toRecord(row: Pick<Row, 'id' | 'name' | 'description' | 'categories' | 'status'>) {
  return {
    url: listingPage(row.id),
    content: toSingleLine(`${row.name}. ${row.id}. ${row.description} ${row.categories.join(', ')}`).toWellFormed(),
    language: 'en',
    meta: { title: toSingleLine(row.name).toWellFormed(), id: row.id, status: row.status },
  };
}

async function buildFiles(
  records: readonly ReturnType<typeof toRecord>[],
  folder: string,
): Promise<Map<string, Uint8Array>> {
  const { index, errors } = await createIndex({ forceLanguage: 'en' });
  if (!index) throw new Error(`Cannot create the search index: ${errors.join('; ')}`);
  try {
    for (const added of await Promise.all(records.map(record => index.addCustomRecord(record)))) {
      if (added.errors.length > 0) throw new Error(`Cannot index a listing: ${added.errors.join('; ')}`);
    }
    // In memory, because the disk is busy with the files of the other parts.
    const { files, errors } = await index.getFiles();
    if (errors.length > 0) throw new Error(`Cannot build the search index: ${errors.join('; ')}`);
    const needed = files.filter(file => NEEDED_FILES.test(file.path)).sort((a, b) => (a.path < b.path ? -1 : 1));
    return new Map(needed.map(file => [`${folder}/${file.path}`, file.content]));
  } finally {
    await index.deleteIndex();
  }
}
