import { hash } from 'node:crypto';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Entry } from '#query/entry.ts';
import type { AnalyzedText } from '#query/index/analyze-text.ts';
import type { WeightedTerms } from '#query/index/shared-terms.ts';
import { normalizeText, words } from '#query/text/normalize-text.ts';
import { readSearchText } from '#query/text/search-text.ts';
import { listStaticTerms } from '#query/text/static-terms.ts';
import { stem } from '#query/text/stem.ts';
import type { Cards } from '#site/data/cards/cards.ts';
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
 * @param options `openTexts` opens the cache for the texts of an index; `findTerms` returns the weighted terms of a listing
 * if they are known
 * @throws Error with Pagefind's message if its client cannot be created
 */
export async function putSearchIndex(
  cards: Cards,
  cache: BuildCache,
  from: string,
  { openTexts, findTerms, progress }: SearchIndexOptions,
): Promise<void> {
  const parts = splitListed(cards);
  await cache.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  let made = await cache.putGroup(createKey(from, 'client', CLIENT_VERSION), async () =>
    inFolder('pagefind', await createClientFiles()),
  );
  for (const [number, listed] of parts.entries()) {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    const key = createKey(from, folder, ...Array.from(listed, each => cards.textKey(each)));
    made += await cache.putGroup(key, async () => {
      const texts = openTexts(number);
      const pages = listed.map(each => {
        const textKey = cards.textKey(each);
        return toSearchPage(cards.at(each), {
          cached: compute => texts.get(textKey, compute),
          weighted: () => findTerms?.(textKey),
        });
      });
      texts.save();
      texts.close();
      return inFolder(folder, createIndex(pages));
    });
    progress.at('search', number + 1, parts.length);
  }
  progress.ended('search', `${made} files made, for ${parts.length} indexes`);
}

interface SearchIndexOptions {
  readonly openTexts: (number: number) => TermCache;
  readonly findTerms?: (textKey: string) => WeightedTerms | undefined;
  readonly progress: Progress;
}

function inFolder<T>(folder: string, files: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...files].map(([name, content]) => [`${folder}/${name}`, content]));
}

/** Returns the numbers of the listings of each index, which depends only on the id and the number of listings. */
function splitListed(cards: Cards): readonly (readonly number[])[] {
  const listed = Array.from(Array(cards.size).keys()).filter(number => LISTED.includes(cards.status(number)));
  const count = Math.max(1, Math.ceil(listed.length / LISTINGS_PER_INDEX));
  const parts: number[][] = Array.from({ length: count }, () => []);
  for (const number of listed) parts[hash('sha256', cards.id(number), 'buffer').readUInt32BE() % count]?.push(number);
  return parts;
}

/**
 * Returns what the search knows of a listing: the terms of the server's search.
 * @param options `cached` returns the terms from a cache or from its argument; by default, they are always computed.
 * `weighted` returns the terms of the server's search if they are known
 */
export function toSearchPage(
  entry: Pick<Entry, 'row' | 'text'>,
  { cached = compute => compute(), weighted }: SearchPageOptions = {},
): SearchPage {
  const { row } = entry;
  const titleWords = words(normalizeText(row.name)).map(stem);
  const { terms } = cached(() => {
    const all = new Map(listStaticTerms(readSearchText(row, entry.text), weighted?.()));
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

interface SearchPageOptions {
  readonly cached?: (compute: () => AnalyzedText) => AnalyzedText;
  readonly weighted?: () => WeightedTerms | undefined;
}

const NO_DIRECTION = new Int8Array();
