import { hash } from 'node:crypto';
import { versions } from 'node:process';
import { gzipSync } from 'node:zlib';
import { isAscii } from '#query/text/normalize-text.ts';
import { CborWriter } from './cbor-writer.ts';
import { CLIENT_VERSION } from './client-files.ts';

/** A page that a search can find. */
export interface SearchPage {
  readonly url: string;
  /** Shown in a result. */
  readonly meta: Readonly<Record<string, string>>;
  /** The words of its content, each with its strength from 1 to `MAX_STRENGTH`. */
  readonly words: readonly WeightedWord[];
  /** The words of some of the members of `meta`, in order: a match there counts more. */
  readonly metaWords: Readonly<Record<string, readonly string[]>>;
}

export type WeightedWord = readonly [word: string, strength: number];

/** Pagefind stores the weight of a word in a byte, with 25 for an ordinary word. */
export const MAX_STRENGTH = 10;
const WEIGHT = 25;

/** The contents of the files of an index. The name of a file with a function identifies its content. */
export type IndexFiles = ReadonlyMap<string, string | (() => Uint8Array)>;

/**
 * Creates the files of a Pagefind index for Pagefind's client. The words are final: neither this nor the client changes
 * them, because the index has the language `unknown`. Pagefind's own indexer would stem the words, and it stores a stronger
 * word as often as it is strong, which takes fifty times as long.
 *
 * The index consists of a file per page (`fragment/`), files for ranges of words in order (`index/`), a file that lists
 * both, and the entry. The end of a range depends only on its last word, so that a changed page leaves most ranges as
 * they are. `index.rs` and `index_metadata.rs` in `pagefind_web` define the format.
 */
export function createIndex(pages: readonly SearchPage[]): IndexFiles {
  const files = new Map<string, string | (() => Uint8Array)>();
  const fields = [...new Set(pages.flatMap(({ meta }) => Object.keys(meta)))].sort();
  const listed = pages.map(page => {
    const length = page.words.reduce((sum, [, strength]) => sum + strength, 0);
    const fragment = `${SIGNATURE}${JSON.stringify(toFragment(page, length))}`;
    const name = toName(fragment);
    files.set(`fragment/${name}.pf_fragment`, () => Buffer.from(fragment));
    return { name, length };
  });
  const ranges = splitWords(invert(pages, fields)).map(words => {
    const bytes = encodeWords(words);
    const name = toName(bytes);
    files.set(`index/${name}.pf_index`, () => compress(bytes));
    return { name, words: words.map(([word]) => word) };
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

/** The occurrences of a word: the number of a page, its strength, and its positions in members of `meta`. */
interface Posting {
  readonly page: number;
  readonly strength: number;
  readonly metaPositions: readonly number[];
}

type WordPostings = readonly [word: string, postings: readonly Posting[]];

/** Returns all words in the order of their bytes, with their postings in the order of pages. */
function invert(pages: readonly SearchPage[], fields: readonly string[]): readonly WordPostings[] {
  const byWord = new Map<string, Posting[]>();
  for (const [page, { words, metaWords }] of pages.entries()) {
    const inMeta = findInMeta(metaWords, fields);
    const add = (word: string, strength: number) => {
      const posting = { page, strength, metaPositions: inMeta.get(word) ?? NOWHERE };
      const postings = byWord.get(word);
      if (postings) postings.push(posting);
      else byWord.set(word, [posting]);
    };
    const own = new Set<string>();
    for (const [word, strength] of words) {
      add(word, strength);
      own.add(word);
    }
    for (const word of inMeta.keys()) if (!own.has(word)) add(word, 0);
  }
  // Pagefind's client compares bytes, and JavaScript UTF-16 units, which differ for rare characters.
  return [...byWord]
    .map(each => [isAscii(each[0]) ? each[0] : Buffer.from(each[0]).toString('latin1'), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);
}

const NOWHERE: readonly number[] = [];

/** Returns the first position of each word in each field, as Pagefind encodes it: after the number of the field. */
function findInMeta(
  metaWords: SearchPage['metaWords'],
  fields: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [number, field] of fields.entries()) {
    const words = metaWords[field] ?? [];
    for (const [word, position] of new Map(words.map((word, at) => [word, at] as const).reverse())) {
      const positions = found.get(word) ?? [];
      positions.push(-1 - number, position);
      found.set(word, positions);
    }
  }
  return found;
}

/** The mean number of words in a range. */
const RANGE_WORDS = 256;

/** Splits sorted words into ranges. */
function splitWords(words: readonly WordPostings[]): readonly (readonly WordPostings[])[] {
  const ranges: WordPostings[][] = [];
  let range: WordPostings[] = [];
  for (const each of words) {
    range.push(each);
    if (hashWord(each[0]) % RANGE_WORDS !== 0) continue;
    ranges.push(range);
    range = [];
  }
  return range.length > 0 ? [...ranges, range] : ranges;
}

function encodeWords(words: readonly WordPostings[]): Uint8Array {
  const writer = new CborWriter(64 * 1024).array(1).array(words.length);
  for (const [word, postings] of words) {
    writer.array(3).text(word).array(postings.length);
    const position = hashWord(word) % POSITIONS;
    let last = 0;
    for (const { page, strength, metaPositions } of postings) {
      writer.array(3).integer(page - last);
      last = page;
      if (strength === 0) writer.array(0);
      else
        writer
          .array(2)
          .integer(-1 - WEIGHT * Math.min(MAX_STRENGTH, strength))
          .integer(position);
      writer.array(metaPositions.length);
      for (const each of metaPositions) writer.integer(each);
    }
    writer.array(0);
  }
  return writer.finish();
}

/**
 * The number of positions of words in a page. Pagefind combines words at the same position, so different words need
 * different ones, which need not be in order. They depend only on the word, so that a new word does not move the others.
 */
const POSITIONS = 4096;

/** FNV-1a. */
function hashWord(word: string): number {
  let result = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) result = Math.imul(result ^ word.charCodeAt(at), 0x01000193);
  return (result ^ (result >>> 15)) >>> 0;
}

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
