import { CborReader, readNumber, skipNumber } from './cbor-reader.ts';
import { CborWriter } from './cbor-writer.ts';
import {
  addLists,
  compress,
  createFragment,
  endsRange,
  findPosition,
  fragmentFile,
  type IndexFiles,
  type ListedRange,
  NOT_IN_TITLE,
  rangeFile,
  readContent,
  readList,
  type SearchPage,
  type ShownPage,
  toName,
  toSortKey,
  toTitlePosition,
  writeMatch,
} from './index-format.ts';

interface IndexUpdate {
  /** Returns a file of the last index. */
  readonly read: (file: string) => Uint8Array | undefined;
  /** The changed pages by their position. */
  readonly changes: ReadonlyMap<number, SearchPage>;
  /** Returns any page, for a file that is missing. */
  readonly shownAt: (page: number) => ShownPage;
}

/**
 * Returns the files that `createIndex` creates for the pages of the last index with some changes. Copies the other pages of
 * each word, and the ranges of words without a change. Undefined if a file of the last index is missing or damaged, or if the
 * fields of pages change.
 */
export function updateIndex({ read, changes, shownAt }: IndexUpdate): IndexFiles | undefined {
  const list = readList(read);
  const hasFields = ({ meta }: ShownPage) => Object.keys(meta).sort().join() === list?.fields.join();
  if (!list || ![...changes.values()].every(hasFields)) return undefined;
  const files = new Map<string, string | (() => Uint8Array)>();
  const pages = list.pages.map((last, number) => {
    const page = changes.get(number);
    if (!page) {
      files.set(fragmentFile(last.name), () => Buffer.from(createFragment(shownAt(number), last.length)));
      return last;
    }
    let length = 0;
    for (const [, strength] of page.words) length += strength;
    const fragment = createFragment(page, length);
    const name = toName(fragment);
    files.set(fragmentFile(name), () => Buffer.from(fragment));
    return { name, length };
  });
  const isChanged = Uint8Array.from(pages.keys(), page => Number(changes.has(page)));
  const found = listChangedWords(changes, list.fields.indexOf('title'));
  const ranges: ListedRange[] = [];
  let open: EncodedWord[] = [];
  const close = () => {
    const { name, bytes } = encodeRange(open);
    files.set(rangeFile(name), () => compress(bytes));
    ranges.push({ name, first: open[0]?.text ?? '', last: open.at(-1)?.text ?? '' });
    open = [];
  };
  for (const [at, range] of list.ranges.entries()) {
    const bytes = readContent(read, rangeFile(range.name), range.name);
    if (!bytes) return undefined;
    const end = toSortKey(range.last);
    const next = at + 1 === list.ranges.length ? -1 : found.findIndex(({ sortKey }) => sortKey > end);
    const changed = found.splice(0, next < 0 ? found.length : next);
    const known = findWords(bytes, isChanged);
    const affected = known.filter(({ hasChanged }) => hasChanged);
    const isSame =
      affected.length === changed.length &&
      affected.every((location, i) => hasMatches(bytes, location, changed[i] as ChangedWord, changes));
    if (open.length === 0 && isSame) {
      files.set(rangeFile(range.name), () => compress(bytes));
      ranges.push(range);
      continue;
    }
    for (const word of mergeWords(bytes, known, changed, changes)) {
      open.push(word);
      if (endsRange(word.text)) close();
    }
  }
  if (open.length > 0) close();
  if (found.length > 0) return undefined;
  addLists(files, { pages, ranges, fields: list.fields });
  return files;
}

/** A page with a word. */
interface Match {
  readonly page: number;
  /** Its weight and positions, as in the file. */
  readonly bytes: Buffer;
}

/** The matches of a word in changed pages, by page. */
interface ChangedWord {
  readonly text: string;
  readonly sortKey: string;
  readonly matches: Match[];
}

/** Returns the words of changed pages, in the order of their bytes. */
function listChangedWords(changes: IndexUpdate['changes'], field: number): ChangedWord[] {
  const found = new Map<string, ChangedWord>();
  for (const [page, { words, titleWords }] of [...changes].sort(([a], [b]) => a - b)) {
    for (const [text, strength] of words) {
      const word = found.get(text) ?? { text, sortKey: toSortKey(text), matches: [] };
      const inTitle = titleWords.indexOf(text);
      const positions = inTitle < 0 ? NOT_IN_TITLE : toTitlePosition(field, inTitle);
      const bytes = writeMatch(new CborWriter(16), strength, findPosition(text), positions).finish();
      word.matches.push({ page, bytes });
      found.set(text, word);
    }
  }
  return [...found.values()].sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
}

/** The location of a word in a range. */
interface WordLocation {
  readonly start: number;
  /** The start of its pages. */
  readonly pages: number;
  readonly end: number;
  /** Whether a page with the word has changed. */
  readonly hasChanged: boolean;
}

/**
 * Finds the words of a range. An update spends most of its time here, because the file does not have their lengths.
 * @param isChanged 1 for each changed page
 */
function findWords(bytes: Buffer, isChanged: Uint8Array): readonly WordLocation[] {
  const locations: WordLocation[] = [];
  for (let at = skipNumber(bytes, 1); at < bytes.length; ) {
    const start = at;
    const text = start + 1;
    const pages = skipNumber(bytes, text) + readNumber(bytes, text);
    let changed = 0;
    at = skipNumber(bytes, pages);
    for (let page = 0, left = readNumber(bytes, pages); left > 0; left--) {
      page += readNumber(bytes, at + 1);
      changed |= isChanged[page] ?? 0;
      at = skipMatch(bytes, skipNumber(bytes, at + 1));
    }
    // The pages that have the word in another form follow: none.
    at++;
    locations.push({ start, pages, end: at, hasChanged: changed > 0 });
  }
  return locations;
}

/** Returns the end of what `writeMatch` has written. */
function skipMatch(bytes: Buffer, start: number): number {
  let at = skipNumber(bytes, skipNumber(bytes, start + 1));
  const positions = readNumber(bytes, at);
  at = skipNumber(bytes, at);
  for (let left = positions; left > 0; left--) at = skipNumber(bytes, at);
  return at;
}

function readMatches(bytes: Buffer, { pages }: WordLocation): Match[] {
  const matches: Match[] = [];
  let at = skipNumber(bytes, pages);
  for (let page = 0, left = readNumber(bytes, pages); left > 0; left--) {
    page += readNumber(bytes, at + 1);
    const start = skipNumber(bytes, at + 1);
    at = skipMatch(bytes, start);
    matches.push({ page, bytes: bytes.subarray(start, at) });
  }
  return matches;
}

function readText(bytes: Buffer, { start }: WordLocation): string {
  return new CborReader(bytes.subarray(start + 1)).text();
}

/** Whether the changed pages have a word as before. */
function hasMatches(
  bytes: Buffer,
  location: WordLocation,
  { text, matches }: ChangedWord,
  changes: IndexUpdate['changes'],
): boolean {
  if (readText(bytes, location) !== text) return false;
  const before = readMatches(bytes, location).filter(({ page }) => changes.has(page));
  return (
    before.length === matches.length &&
    before.every((match, i) => match.page === matches[i]?.page && match.bytes.equals(matches[i].bytes))
  );
}

/** A word as it is in a range. */
interface EncodedWord {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Yields the words of a range with those of changed pages, in order, without words that no page contains anymore. */
function* mergeWords(
  bytes: Buffer,
  known: readonly WordLocation[],
  changed: readonly ChangedWord[],
  changes: IndexUpdate['changes'],
): Generator<EncodedWord> {
  let next = 0;
  for (const location of known) {
    const text = readText(bytes, location);
    const sortKey = toSortKey(text);
    for (let word = changed[next]; word && word.sortKey < sortKey; word = changed[++next]) yield encodeWord(word);
    const same = changed[next]?.text === text ? changed[next++] : undefined;
    if (!same && !location.hasChanged) {
      yield { text, bytes: bytes.subarray(location.start, location.end) };
      continue;
    }
    const others = readMatches(bytes, location).filter(({ page }) => !changes.has(page));
    const matches = [...others, ...(same?.matches ?? [])];
    if (matches.length > 0) yield encodeWord({ text, matches });
  }
  for (const word of changed.slice(next)) yield encodeWord(word);
}

function encodeWord({ text, matches }: Pick<ChangedWord, 'text' | 'matches'>): EncodedWord {
  const writer = new CborWriter().array(3).text(text).array(matches.length);
  let last = 0;
  for (const { page, bytes } of matches.toSorted((a, b) => a.page - b.page)) {
    writer
      .array(3)
      .integer(page - last)
      .encoded(bytes);
    last = page;
  }
  return { text, bytes: writer.array(0).finish() };
}

function encodeRange(words: readonly EncodedWord[]) {
  const head = new CborWriter(16).array(1).array(words.length).finish();
  const bytes = Buffer.concat([head, ...words.map(word => word.bytes)]);
  return { name: toName(bytes), bytes };
}
