import path from 'node:path';
import type { Row } from '#contract/row.ts';
import { toSingleLine } from '#listing/display/single-line.ts';
import { listingPage } from '#listing/row.ts';
import { LISTED } from '#listing/status.ts';
import type { Entry } from '#query/entry.ts';
import type { AnalyzedText } from '#query/index/analyze-text.ts';
import { hashText } from '#query/index/hash-text.ts';
import type { WeightedTerms } from '#query/index/shared-terms.ts';
import { readSearchText } from '#query/text/search-text.ts';
import { StaticTermLister } from '#query/text/static-terms.ts';
import { normalizeText, words } from '#query/text/words/normalize-text.ts';
import { stem } from '#query/text/words/stem.ts';
import type { Card } from '#site/data/cards/card.ts';
import type { Cards } from '#site/data/cards/cards.ts';
import type { BuildCache } from '../build-cache.ts';
import { createKey } from '../key.ts';
import { CLIENT_VERSION, createClientFiles } from '../pagefind/client-files.ts';
import { createIndex } from '../pagefind/create-index.ts';
import { ENTRY_FILE, type IndexFiles, type SearchPage, type ShownPage } from '../pagefind/index-format.ts';
import { updateIndex } from '../pagefind/update-index.ts';
import type { Progress } from '../progress.ts';
import { readCheckedFile, writeCheckedFile } from '../state/checked-file.ts';
import { TermCache } from '../state/term-cache.ts';
import type { Tree } from '../tree.ts';

/**
 * The number of listings per index. A changed listing costs reading the index; a browser has to query each index.
 */
const LISTINGS_PER_INDEX = 1250;

/** The share of changed listings above which a new index takes less time than an update. */
const MAX_CHANGED = 0.1;

interface SearchIndexOptions {
  readonly tree: Pick<Tree, 'cacheDir'>;
  /** Identifies the sources. */
  readonly key: string;
  /** Returns the weighted terms of a listing if they are known. */
  readonly findTerms?: (textKey: string) => WeightedTerms | undefined;
  readonly progress: Progress;
}

/**
 * Writes the indexes of the site's in-browser search to `/pagefind/`: the terms of the listings as in the server's
 * search. The first index is in that folder itself, with the client, and the others in the subfolders `1`, `2`, and so on;
 * `parts.json` has their number. Updates an index of the last good build if only few of its listings have changed.
 * @throws Error with Pagefind's message if its client cannot be created
 */
export async function putSearchIndex(cards: Cards, cache: BuildCache, options: SearchIndexOptions): Promise<void> {
  const { key: sources, progress } = options;
  const parts = splitListed(cards);
  await cache.put('pagefind/parts.json', undefined, () => JSON.stringify({ parts: parts.length }));
  let made = await cache.putGroup(createKey(sources, 'client', CLIENT_VERSION), async () =>
    inFolder('pagefind', await createClientFiles()),
  );
  for (const [number, listed] of parts.entries()) {
    const folder = number === 0 ? 'pagefind' : `pagefind/${number}`;
    const key = createKey(sources, folder, ...Array.from(listed, each => cards.textKey(each)));
    made += await cache.putGroup(key, async () => {
      const part = new IndexPart(cards, listed, path.join(options.tree.cacheDir, `search-${number}`), options);
      return inFolder(folder, part.update(file => cache.lastGoodFile(`${folder}/${file}`)) ?? part.create());
    });
    progress.at('search', number + 1, parts.length);
  }
  progress.ended('search', `${made} files made, for ${parts.length} indexes`);
}

/** The listings of one index. */
class IndexPart {
  readonly #cards: Cards;
  readonly #listed: readonly number[];
  readonly #textKeys: readonly string[];
  readonly #file: string;
  readonly #options: SearchIndexOptions;

  /** @param file the start of the names of the files that keep what the next build needs */
  constructor(cards: Cards, listed: readonly number[], file: string, options: SearchIndexOptions) {
    this.#cards = cards;
    this.#listed = listed;
    this.#textKeys = listed.map(each => cards.textKey(each));
    this.#file = file;
    this.#options = options;
  }

  /**
   * Updates the last index. Undefined if it has another number of listings, if many have changed, or if a file is missing or
   * damaged.
   * @param read returns a file of the last good build
   */
  update(read: (file: string) => Uint8Array | undefined): IndexFiles | undefined {
    const entry = read(ENTRY_FILE);
    const known = entry && readCheckedFile(this.#pagesFile, this.#pagesKey(entry))?.toString().split(' ');
    if (known?.length !== this.#listed.length) return undefined;
    const changed = [...this.#textKeys.keys()].filter(page => this.#textKeys[page] !== known[page]);
    if (changed.length > MAX_CHANGED * this.#listed.length) return undefined;
    const lister = new StaticTermLister();
    const changes = new Map(changed.map(page => [page, toSearchPage(this.#cardAt(page), { lister })]));
    return this.#save(updateIndex({ read, changes, shownAt: page => toShownPage(this.#cardAt(page).row) }));
  }

  /** Creates the index as a whole. */
  create(): IndexFiles {
    const { key, findTerms } = this.#options;
    const texts = new TermCache(this.#file, key);
    const lister = new StaticTermLister();
    const pages = this.#textKeys.map((textKey, page) =>
      toSearchPage(this.#cardAt(page), {
        lister,
        cached: compute => texts.get(textKey, compute),
        weighted: () => findTerms?.(textKey),
      }),
    );
    texts.save();
    texts.close();
    return this.#save(createIndex(pages));
  }

  #cardAt(page: number): Card {
    return this.#cards.at(this.#listed[page] ?? -1);
  }

  /** Saves which listings an index contains, so that the next build continues from it. */
  #save<T extends IndexFiles | undefined>(files: T): T {
    const entry = files?.get(ENTRY_FILE);
    if (typeof entry === 'string')
      writeCheckedFile(this.#pagesFile, this.#pagesKey(Buffer.from(entry)), Buffer.from(this.#textKeys.join(' ')));
    return files;
  }

  get #pagesFile(): string {
    return `${this.#file}.pages`;
  }

  /** @param entry identifies an index by its content */
  #pagesKey(entry: Uint8Array): string {
    return createKey(this.#options.key, Buffer.from(entry).toString());
  }
}

function inFolder<T>(folder: string, files: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map([...files].map(([name, content]) => [`${folder}/${name}`, content]));
}

/** Returns the numbers of the listings of each index, which depends only on the id and the number of listings. */
function splitListed(cards: Cards): readonly (readonly number[])[] {
  const listed = Array.from(Array(cards.size).keys()).filter(number => LISTED.includes(cards.status(number)));
  const count = Math.max(1, Math.ceil(listed.length / LISTINGS_PER_INDEX));
  const parts: number[][] = Array.from({ length: count }, () => []);
  for (const number of listed) parts[hashText(cards.id(number)) % count]?.push(number);
  return parts;
}

/**
 * Returns what the search knows of a listing: the terms of the server's search.
 * @param options `cached` returns the terms from a cache or from its argument; by default, they are always computed.
 * `weighted` returns the terms of the server's search if they are known; `lister` is shared by the listings of an index
 */
export function toSearchPage(
  entry: Pick<Entry, 'row' | 'text'>,
  { cached = compute => compute(), weighted, lister = new StaticTermLister() }: SearchPageOptions = {},
): SearchPage {
  const { row } = entry;
  const titleWords = words(normalizeText(row.name)).map(stem);
  const { terms } = cached(() => {
    const options = { weighted: weighted?.(), extraWords: titleWords };
    return { terms: lister.list(readSearchText(row, entry.text), options), direction: NO_DIRECTION };
  });
  return { ...toShownPage(row), words: terms, titleWords };
}

function toShownPage({ id, name, description }: Row): ShownPage {
  const toText = (text: string) => toSingleLine(text).toWellFormed();
  return { url: listingPage(id), meta: { title: toText(name), id, description: toText(description) } };
}

interface SearchPageOptions {
  readonly cached?: (compute: () => AnalyzedText) => AnalyzedText;
  readonly weighted?: () => WeightedTerms | undefined;
  readonly lister?: StaticTermLister;
}

const NO_DIRECTION = new Int8Array();
