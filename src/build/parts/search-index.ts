import { hash } from 'node:crypto';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Entry } from '#query/entry.ts';
import type { AnalyzedText } from '#query/index/build-index.ts';
import { normalizeText, words } from '#query/text/normalize-text.ts';
import { readSearchText } from '#query/text/search-text.ts';
import { listStaticTerms } from '#query/text/static-terms.ts';
import { stem } from '#query/text/stem.ts';
import type { Card } from '#site/data/card.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import { CLIENT_VERSION, createClientFiles } from '../pagefind/client-files.ts';
import { createIndex, type SearchPage } from '../pagefind/create-index.ts';
import type { Progress } from '../progress.ts';
import type { TermCache } from '../state/term-cache.ts';

/**
 * The number of listings per index. A changed listing costs encoding the words of all that share its index; a browser has
 * to query each index.
 */
const LISTINGS_PER_INDEX = 1250;

/**
 * Writes the indexes of the site's in-browser search to `/pagefind/`: the terms of the listings as in the server's
 * search. The first index is in that folder itself, with the client, and the others in the subfolders `1`, `2`, and so on;
 * `parts.json` has their number.
 * @param from identifies the sources
 * @param openTexts opens the cache for the texts of an index
 * @throws Error with Pagefind's message if its client cannot be created
 */
export async function putSearchIndex(
  entries: readonly IndexedEntry[],
  cache: BuildCache,
  from: string,
  { openTexts, progress }: { readonly openTexts: (number: number) => TermCache; readonly progress: Progress },
): Promise<void> {
  const parts = splitEntries(entries.filter(({ row }) => LISTED.includes(row.status)));
  await cache.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  let made = await cache.putGroup(createKey(from, 'client', CLIENT_VERSION), async () =>
    inFolder('pagefind', await createClientFiles()),
  );
  for (const [number, listed] of parts.entries()) {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    const key = createKey(from, folder, ...listed.map(({ textKey }) => textKey));
    made += await cache.putGroup(key, async () => {
      const texts = openTexts(number);
      const pages = listed.map(entry => toSearchPage(entry, compute => texts.get(entry.textKey, compute)));
      texts.save();
      return inFolder(folder, createIndex(pages));
    });
    progress.at('search', number + 1, parts.length);
  }
  progress.ended('search', `${made} files made, for ${parts.length} indexes`);
}

function inFolder<T>(folder: string, files: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...files].map(([name, content]) => [`${folder}/${name}`, content]));
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
 * Returns what the search knows of a listing: the terms of the server's search.
 * @param cached returns the terms from a cache or from its argument; by default, they are always computed
 */
export function toSearchPage(
  entry: Pick<Entry, 'row' | 'text'>,
  cached: (compute: () => AnalyzedText) => AnalyzedText = compute => compute(),
): SearchPage {
  const { row } = entry;
  const titleWords = words(normalizeText(row.name)).map(stem);
  const { terms } = cached(() => {
    const all = new Map(listStaticTerms(readSearchText(row, entry.text)));
    for (const word of titleWords) all.set(word, all.get(word) ?? 1);
    return { terms: all, direction: NO_DIRECTION };
  });
  const [title, description] = [row.name, row.description].map(each => toSingleLine(each).toWellFormed());
  return {
    url: listingPage(row.id),
    meta: { title: title ?? '', id: row.id, description: description ?? '' },
    words: terms,
    titleWords,
  };
}

const NO_DIRECTION = new Int8Array();
