import { hash } from 'node:crypto';
import { versions } from 'node:process';
import { gzipSync } from 'node:zlib';
import { hashText } from '#query/index/hash-text.ts';
import { type InvertedIndex, InvertedIndexBuilder } from '#query/index/inverted-index.ts';
import type { WeightedTerms } from '#query/index/shared-terms.ts';
import { isAscii } from '#query/text/normalize-text.ts';
import { CborWriter } from './cbor-writer.ts';
import { CLIENT_VERSION } from './client-files.ts';

/** A page that a search can find. */
export interface SearchPage {
  readonly url: string;
  /** Shown in a result. */
  readonly meta: Readonly<Record<string, string>>;
  /** The words of its content, each with its strength. */
  readonly words: WeightedTerms;
  /** The words of its title in order, which are also in `words`: a match there counts more. */
  readonly titleWords: readonly string[];
}

/** Pagefind stores the weight of a word in a byte, with 25 for an ordinary word. */
const WEIGHT = 25;
const MAX_STRENGTH = 10;

/** The contents of the files of an index. The name of a file with a function identifies its content. */
type IndexFiles = ReadonlyMap<string, string | (() => Uint8Array)>;

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
    const fragment = `${SIGNATURE}${JSON.stringify(toFragment(page, length))}`;
    const name = toName(fragment);
    files.set(`fragment/${name}.pf_fragment`, () => Buffer.from(fragment));
    return { name, length };
  });
  const titles = findTitleWords(pages, fields.indexOf('title'));
  const ranges = splitWords(sortWords(inverted.invert(Uint32Array.from(pages.keys())))).map(words => {
    const bytes = encodeWords(words, titles);
    const name = toName(bytes);
    files.set(`index/${name}.pf_index`, () => compress(bytes));
    return { name, words: words.map(({ word }) => word) };
  });
  const index = encodeIndex(listed, ranges, fields);
  const name = toName(index);
  files.set(`pagefind.${name}.pf_meta`, () => compress(index));
  const languages = { unknown: { hash: name, wasm: null, page_count: pages.length } };
  files.set('pagefind-entry.json', JSON.stringify({ version: CLIENT_VERSION, languages, include_characters: [] }));
  return files;
}

/** The client expects it before the content of each file. */
const SIGNATURE = 'pagefind_dcd';

/** The content is for excerpts, which the site does not use. */
function toFragment({ url, meta }: SearchPage, length: number) {
  return { url, content: '', word_count: length, filters: {}, meta, anchors: [] };
}

/** The pages with a word, in order, and its strength in each. */
interface WordPages {
  readonly word: string;
  readonly pages: Uint32Array;
  readonly strengths: Uint8Array;
}

/** Returns all words in the order of their bytes, which Pagefind's client compares, and not of their UTF-16 units. */
function sortWords({ strings, lists }: InvertedIndex): readonly WordPages[] {
  const words = Array.from(lists(), ({ listings: pages, weights: strengths }, at) => {
    return { word: strings[at] ?? '', pages, strengths };
  });
  const order = (word: string) => (isAscii(word) ? word : Buffer.from(word).toString('latin1'));
  // Nearly sorted already.
  return words
    .map(each => [order(each.word), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

/** For each word of a title, the pages with it, with its first position as Pagefind encodes it: after the number of the field. */
type TitleWords = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

function findTitleWords(pages: readonly SearchPage[], field: number): TitleWords {
  const found = new Map<string, Map<number, readonly number[]>>();
  for (const [page, { titleWords }] of pages.entries()) {
    for (const [position, word] of titleWords.entries()) {
      const positions = found.get(word) ?? new Map<number, readonly number[]>();
      if (!positions.has(page)) positions.set(page, [-1 - field, position]);
      found.set(word, positions);
    }
  }
  return found;
}

/** The mean number of words in a range. */
const RANGE_WORDS = 256;

/** Splits sorted words into ranges. */
function splitWords(words: readonly WordPages[]): readonly (readonly WordPages[])[] {
  const ranges: WordPages[][] = [];
  let range: WordPages[] = [];
  for (const each of words) {
    range.push(each);
    if (hashText(each.word) % RANGE_WORDS !== 0) continue;
    ranges.push(range);
    range = [];
  }
  return range.length > 0 ? [...ranges, range] : ranges;
}

function encodeWords(words: readonly WordPages[], titles: TitleWords): Uint8Array {
  const writer = new CborWriter(64 * 1024).array(1).array(words.length);
  for (const { word, pages, strengths } of words) {
    writer.array(3).text(word).array(pages.length);
    const position = hashText(word) % POSITIONS;
    const inTitles = titles.get(word);
    let last = 0;
    for (let at = 0; at < pages.length; at++) {
      const page = pages[at] ?? 0;
      const weight = WEIGHT * Math.min(MAX_STRENGTH, strengths[at] ?? 0);
      const inTitle = inTitles?.get(page) ?? NOWHERE;
      // A negative number precedes the positions with its weight.
      writer
        .array(3)
        .integer(page - last)
        .array(2)
        .integer(-1 - weight)
        .integer(position)
        .array(inTitle.length);
      for (const each of inTitle) writer.integer(each);
      last = page;
    }
    writer.array(0);
  }
  return writer.finish();
}

const NOWHERE: readonly number[] = [];

/**
 * The number of positions of words in a page. Pagefind combines words at the same position, so different words need
 * different ones, which need not be in order. They depend only on the word, so that a new word does not move the others.
 */
const POSITIONS = 4096;

function encodeIndex(
  pages: readonly { readonly name: string; readonly length: number }[],
  ranges: readonly { readonly name: string; readonly words: readonly string[] }[],
  fields: readonly string[],
): Uint8Array {
  const writer = new CborWriter(64 * 1024).array(6).text(CLIENT_VERSION).array(pages.length);
  for (const { name, length } of pages) writer.array(2).text(name).integer(length);
  writer.array(ranges.length);
  for (const { name, words } of ranges) {
    writer
      .array(3)
      .text(words[0] ?? '')
      .text(words.at(-1) ?? '')
      .text(name);
  }
  writer.array(0).array(0).array(fields.length);
  for (const field of fields) writer.text(field);
  return writer.finish();
}

function compress(bytes: Uint8Array): Uint8Array {
  return gzipSync(Buffer.concat([Buffer.from(SIGNATURE), bytes]));
}

/** Names a file by its content before compression, which depends on the library. */
function toName(content: string | Uint8Array): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${versions.zlib}\n`), Buffer.from(content)])).slice(0, 12);
}
