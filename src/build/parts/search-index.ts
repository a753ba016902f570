import { hash } from 'node:crypto';
import { setImmediate as others } from 'node:timers/promises';
import { close, createIndex } from 'pagefind';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Entry } from '#query/entry.ts';
import { readSearchText } from '#query/text/search-text.ts';
import { listStaticTerms } from '#query/text/static-terms.ts';
import type { Card } from '#site/data/card.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import type { Progress } from '../progress.ts';
import type { TextCache } from '../state/text-cache.ts';

/**
 * The number of listings per index. Pagefind builds an index as a whole, so a changed listing costs a rebuild of all
 * that share one; a browser has to query each of them.
 */
const LISTINGS_PER_INDEX = 1250;

/** The Pagefind files that a page with its own search box needs; the others are for Pagefind's own search boxes. */
const NEEDED_FILES =
  /^(pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|.+\.pf_meta|wasm\..+|(index|fragment)\/.+)$/;

/**
 * Writes the indexes of the site's in-browser search to `/pagefind/`: the terms of the listings as in the server's
 * search. The first index is in that folder itself, the others in the subfolders `1`, `2`, and so on; `parts.json` has
 * their number.
 * @param from identifies the sources
 * @param openTexts opens the cache for the texts of an index
 * @throws Error with Pagefind's message if an index cannot be built
 */
export async function putSearchIndex(
  entries: readonly IndexedEntry[],
  cache: BuildCache,
  from: string,
  { openTexts, progress }: { readonly openTexts: (number: number) => TextCache; readonly progress: Progress },
): Promise<void> {
  const parts = splitEntries(entries.filter(({ row }) => LISTED.includes(row.status)));
  await cache.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  const groups = parts.map((listed, number) => {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    const key = createKey(from, folder, ...listed.map(({ row, textKey }) => `${row.status} ${textKey}`));
    return { number, folder, listed, key };
  });
  let [made, done] = [0, 0];
  const put = async ({ number, folder, listed, key }: (typeof groups)[number]) => {
    made += await cache.putGroup(key, () => {
      const texts = openTexts(number);
      const records = listed.map(entry => toRecord(entry, compute => texts.get(entry.textKey, compute)));
      texts.save();
      return buildFiles(records, folder);
    });
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
function splitEntries(entries: readonly IndexedEntry[]): readonly (readonly IndexedEntry[])[] {
  const count = Math.max(1, Math.ceil(entries.length / LISTINGS_PER_INDEX));
  const parts: IndexedEntry[][] = Array.from({ length: count }, () => []);
  for (const entry of entries) parts[hash('sha256', entry.row.id, 'buffer').readUInt32BE() % count]?.push(entry);
  return parts;
}

type IndexedEntry = Pick<Card, 'row' | 'text' | 'textKey'>;

/**
 * Returns the record of a listing: the terms of the server's search, repeated by their weight, because a record has no
 * weights of its own. An unpaired surrogate crashes Pagefind's process, so such characters are replaced first.
 * @param cached returns the content from a cache or from its argument; by default, it is always computed
 */
export function toRecord(
  { row, text }: Pick<Entry, 'row' | 'text'>,
  cached: (compute: () => string) => string = compute => compute(),
) {
  const description = toSingleLine(row.description).toWellFormed();
  const content = () => toSingleLine(`${row.name}. ${row.id}. ${listStaticTerms(readSearchText(row, text))}`);
  return {
    url: listingPage(row.id),
    content: cached(() => content().toWellFormed()),
    language: 'en',
    meta: { title: toSingleLine(row.name).toWellFormed(), id: row.id, status: row.status, description },
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
