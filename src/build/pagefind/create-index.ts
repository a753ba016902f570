import { type InvertedIndex, InvertedIndexBuilder } from '#query/index/inverted-index.ts';
import { CborWriter } from './cbor-writer.ts';
import {
  addLists,
  compress,
  createFragment,
  endsRange,
  findPosition,
  fragmentFile,
  type IndexFiles,
  NOT_IN_TITLE,
  rangeFile,
  type SearchPage,
  toName,
  toSortKey,
  toTitlePosition,
  writeMatch,
} from './index-format.ts';

/**
 * Creates the files of a Pagefind index for Pagefind's client. The words are final: neither this nor the client changes
 * them, because the index has the language `unknown`. Pagefind's own indexer would read a stronger word as often as it is
 * strong, and could not leave out unchanged files.
 *
 * The index consists of a file per page (`fragment/`), files for ranges of words in order (`index/`), a file that lists
 * both, and the entry. The end of a range depends only on its last word, so that a changed page leaves most ranges as
 * they are. `index.rs` and `index_metadata.rs` in `pagefind_web` define the format.
 */
export function createIndex(pages: readonly SearchPage[]): IndexFiles {
  const files = new Map<string, string | (() => Uint8Array)>();
  const fields = [...new Set(pages.flatMap(({ meta }) => Object.keys(meta)))].sort();
  const inverted = new InvertedIndexBuilder();
  const listed = pages.map(page => {
    const length = inverted.addWeighted(page.words);
    const fragment = createFragment(page, length);
    const name = toName(fragment);
    files.set(fragmentFile(name), () => Buffer.from(fragment));
    return { name, length };
  });
  const titles = findTitleWords(pages, fields.indexOf('title'));
  const ranges = splitWords(sortWords(inverted.invert(Uint32Array.from(pages.keys())))).map(words => {
    const bytes = encodeWords(words, titles);
    const name = toName(bytes);
    files.set(rangeFile(name), () => compress(bytes));
    return { name, first: words[0]?.word ?? '', last: words.at(-1)?.word ?? '' };
  });
  addLists(files, { pages: listed, ranges, fields });
  return files;
}

/** The pages with a word, in order, and its strength in each. */
interface WordPages {
  readonly word: string;
  readonly pages: Uint32Array;
  readonly strengths: Uint8Array;
}

function sortWords({ strings, lists }: InvertedIndex): readonly WordPages[] {
  const words = Array.from(lists(), ({ listings: pages, weights: strengths }, at) => {
    return { word: strings[at] ?? '', pages, strengths };
  });
  // Nearly sorted already.
  return words
    .map(each => [toSortKey(each.word), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

/** For each word of a title, the pages with it, with its first position. */
type TitleWords = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

function findTitleWords(pages: readonly SearchPage[], field: number): TitleWords {
  const found = new Map<string, Map<number, readonly number[]>>();
  for (const [page, { titleWords }] of pages.entries()) {
    for (const [position, word] of titleWords.entries()) {
      const positions = found.get(word) ?? new Map<number, readonly number[]>();
      if (!positions.has(page)) positions.set(page, toTitlePosition(field, position));
      found.set(word, positions);
    }
  }
  return found;
}

/** Splits sorted words into ranges. */
function splitWords(words: readonly WordPages[]): readonly (readonly WordPages[])[] {
  const ranges: WordPages[][] = [];
  let range: WordPages[] = [];
  for (const each of words) {
    range.push(each);
    if (!endsRange(each.word)) continue;
    ranges.push(range);
    range = [];
  }
  return range.length > 0 ? [...ranges, range] : ranges;
}

function encodeWords(words: readonly WordPages[], titles: TitleWords): Uint8Array {
  const writer = new CborWriter(64 * 1024).array(1).array(words.length);
  for (const { word, pages, strengths } of words) {
    writer.array(3).text(word).array(pages.length);
    const position = findPosition(word);
    const inTitles = titles.get(word);
    let last = 0;
    for (let at = 0; at < pages.length; at++) {
      const page = pages[at] ?? 0;
      writer.array(3).integer(page - last);
      writeMatch(writer, strengths[at] ?? 0, position, inTitles?.get(page) ?? NOT_IN_TITLE);
      last = page;
    }
    writer.array(0);
  }
  return writer.finish();
}
