import { createHash } from 'node:crypto';
import { versions } from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { hashText } from '#query/index/hash-text.ts';
import type { WeightedTerms } from '#query/index/shared-terms.ts';
import { isAscii } from '#query/text/words/normalize-text.ts';
import { CborReader } from './cbor-reader.ts';
import { CborWriter } from './cbor-writer.ts';
import { CLIENT_VERSION } from './client-files.ts';

/** What a search shows of a page. */
export interface ShownPage {
  readonly url: string;
  readonly meta: Readonly<Record<string, string>>;
}

/** A page that a search can find. */
export interface SearchPage extends ShownPage {
  /** The words of its content, each with its strength. */
  readonly words: WeightedTerms;
  /** The words of its title in order, which are also in `words`: a match there counts more. */
  readonly titleWords: readonly string[];
}

/** The contents of the files of an index. The name of a file with a function identifies its content. */
export type IndexFiles = ReadonlyMap<string, string | (() => Uint8Array)>;

/** The file that lists the others: the pages in order, the ranges of words in order, and the fields of pages. */
export interface IndexList {
  readonly pages: readonly ListedPage[];
  readonly ranges: readonly ListedRange[];
  readonly fields: readonly string[];
}

interface ListedPage {
  readonly name: string;
  /** The sum of the strengths of its words. */
  readonly length: number;
}

/** A range of words, which is one file of the index. */
export interface ListedRange {
  readonly name: string;
  readonly first: string;
  readonly last: string;
}

/** The client expects it before the content of each file. */
const SIGNATURE = 'pagefind_dcd';

/** Pagefind stores the weight of a word in a byte, with 25 for an ordinary word. */
const WEIGHT = 25;
const MAX_STRENGTH = 10;

/** The mean number of words in a range. */
const RANGE_WORDS = 256;

/**
 * The number of positions of words in a page. Pagefind combines words at the same position, so different words need
 * different ones, which need not be in order. They depend only on the word, so that a new word does not move the others.
 */
const POSITIONS = 4096;

/** Returns the content of the file of a page. Its own content is for excerpts, which the site does not use. */
export function createFragment({ url, meta }: ShownPage, length: number): string {
  const fragment = { url, content: '', word_count: length, filters: {}, meta, anchors: [] };
  return `${SIGNATURE}${JSON.stringify(fragment)}`;
}

/** Returns the path of the file of a page in the folder of the index. */
export function fragmentFile(name: string): string {
  return `fragment/${name}.pf_fragment`;
}

/** Returns the path of the file of a range in the folder of the index. */
export function rangeFile(name: string): string {
  return `index/${name}.pf_index`;
}

/** Whether a word is the last one of a range, which depends on no other word. */
export function endsRange(word: string): boolean {
  return hashText(word) % RANGE_WORDS === 0;
}

/** Returns the position of a word in pages (`POSITIONS`). */
export function findPosition(word: string): number {
  return hashText(word) % POSITIONS;
}

/** Returns a text that sorts like the bytes of a word, which Pagefind's client compares, and not its UTF-16 units. */
export function toSortKey(word: string): string {
  return isAscii(word) ? word : Buffer.from(word).toString('latin1');
}

/** For a word of a page that is not in its title. */
export const NOT_IN_TITLE: readonly number[] = [];

/** Returns the first position of a word in a title as Pagefind encodes it: after the number of the field. */
export function toTitlePosition(field: number, position: number): readonly number[] {
  return [-1 - field, position];
}

/** Writes a page of a word without its number. */
export function writeMatch(
  writer: CborWriter,
  strength: number,
  position: number,
  inTitle: readonly number[],
): CborWriter {
  // A negative number precedes the positions with its weight.
  writer
    .array(2)
    .integer(-1 - WEIGHT * Math.min(MAX_STRENGTH, strength))
    .integer(position)
    .array(inTitle.length);
  for (const each of inTitle) writer.integer(each);
  return writer;
}

/** Adds the files that list the others of an index. */
export function addLists(files: Map<string, string | (() => Uint8Array)>, list: IndexList): void {
  const bytes = encodeList(list);
  const name = toName(bytes);
  files.set(listFile(name), () => compress(bytes));
  const languages = { unknown: { hash: name, wasm: null, page_count: list.pages.length } };
  files.set(ENTRY_FILE, JSON.stringify({ version: CLIENT_VERSION, languages, include_characters: [] }));
}

/** The file with the name of the list. */
export const ENTRY_FILE = 'pagefind-entry.json';

/** Reads the list of an index. Undefined if it is missing or damaged. */
export function readList(read: (file: string) => Uint8Array | undefined): IndexList | undefined {
  const name = readListName(read(ENTRY_FILE));
  const bytes = name === undefined ? undefined : readContent(read, listFile(name), name);
  return bytes && decodeList(bytes);
}

function readListName(entry: Uint8Array | undefined): string | undefined {
  try {
    return entry && JSON.parse(Buffer.from(entry).toString()).languages.unknown.hash;
  } catch {
    return undefined;
  }
}

function listFile(name: string): string {
  return `pagefind.${name}.pf_meta`;
}

function encodeList({ pages, ranges, fields }: IndexList): Uint8Array {
  const writer = new CborWriter(64 * 1024).array(6).text(CLIENT_VERSION).array(pages.length);
  for (const { name, length } of pages) writer.array(2).text(name).integer(length);
  writer.array(ranges.length);
  for (const { name, first, last } of ranges) writer.array(3).text(first).text(last).text(name);
  writer.array(0).array(0).array(fields.length);
  for (const field of fields) writer.text(field);
  return writer.finish();
}

function decodeList(bytes: Buffer): IndexList {
  const reader = new CborReader(bytes);
  const readArray = <T>(readItem: () => T) => Array.from({ length: reader.number() }, readItem);
  reader.number();
  reader.text();
  const pages = readArray(() => {
    reader.number();
    return { name: reader.text(), length: reader.number() };
  });
  const ranges = readArray(() => {
    reader.number();
    const [first, last] = [reader.text(), reader.text()];
    return { name: reader.text(), first, last };
  });
  reader.number();
  reader.number();
  return { pages, ranges, fields: readArray(() => reader.text()) };
}

/** Returns the content of a file of ranges or lists as the client expects it: compressed, after a signature. */
export function compress(bytes: Uint8Array): Uint8Array {
  return gzipSync(Buffer.concat([Buffer.from(SIGNATURE), bytes]));
}

/** Reads a compressed file. Undefined if it is missing, or if it does not have the content that its name identifies. */
export function readContent(
  read: (file: string) => Uint8Array | undefined,
  file: string,
  name: string,
): Buffer | undefined {
  const bytes = read(file);
  try {
    const content = bytes && gunzipSync(bytes).subarray(SIGNATURE.length);
    return content && toName(content) === name ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Names a file by its content before compression, which depends on the library. */
export function toName(content: string | Uint8Array): string {
  return createHash('sha256').update(`${versions.zlib}\n`).update(content).digest('hex').slice(0, 12);
}
