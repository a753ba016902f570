import type { Entry } from '../entry.ts';
import { commonDirection } from '../text/meaning/listing-direction.ts';
import { nameWords } from '../text/terms.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { type AnalyzedText, countTerms } from './analyze-text.ts';
import {
  numberOf,
  rangeOf,
  type StringRange,
  type StringTable,
  sizeOf,
  spliceStrings,
  textAt,
} from './arrays/string-table.ts';
import { getFilterValues } from './filter-values.ts';
import { countOf, listingsIn, toList } from './listing-set.ts';
import { updateNameTerms } from './name-terms.ts';
import { PostingListsBuilder, selectMembers } from './posting-lists.ts';
import type { QueryIndex } from './query-index.ts';
import { type CommonParts, RowPacker } from './rows/row-packer.ts';
import { type SortedBy, updateOrders } from './sort-orders.ts';
import { countListings, findStrengths, readTermList, TermListsBuilder } from './term-lists.ts';

/** A changed listing of an index. */
export interface ChangedListing {
  readonly entry: Entry;
  readonly analyzed: AnalyzedText;
}

/** The changed listings, by number. */
type Changes = ReadonlyMap<number, ChangedListing>;

/** The inputs of an update besides the index. */
export interface IndexUpdate {
  readonly changes: Changes;
  /** Returns what a listing is sorted by, also a changed one. */
  readonly sortedBy: (listing: number) => SortedBy;
  /** The common parts of the rows, which are those of the index. */
  readonly commonParts: CommonParts;
}

/**
 * Returns an index in which some listings have changed, with the same ids. It equals the result of `buildIndex` for all
 * current entries, but reads only the changed ones.
 * @param index the result of `buildIndex` with the same common parts of rows
 */
export function updateIndex(index: QueryIndex, { changes: unsorted, sortedBy, commonParts }: IndexUpdate): QueryIndex {
  const { size } = index;
  // Rows and lists are merged with the changes in the order of their numbers.
  const changes: Changes = new Map([...unsorted].sort(([a], [b]) => a - b));
  const { vocabulary, terms, renumbered } = updateTerms(index, changes);
  const changedAt = index.changedAt.slice();
  const termCounts = index.termCounts.slice();
  for (const [listing, { entry, analyzed }] of changes) {
    changedAt[listing] = Date.parse(entry.changedAt);
    termCounts[listing] = countTerms(analyzed);
  }
  const packer = new RowPacker(commonParts);
  let next = 0;
  for (const [listing, { entry }] of changes) {
    packer.copy(index.rows, next, listing);
    packer.add(entry.row);
    next = listing + 1;
  }
  packer.copy(index.rows, next, size);
  const meaning = updateMeaning(index, changes);
  return {
    size,
    rows: packer.build(Uint32Array.from({ length: size }, (_, listing) => listing)),
    changedAt,
    orders: updateOrders(index.orders, [...changes.keys()], sortedBy),
    ...updateFilters(index, changes),
    vocabulary,
    terms,
    termCounts,
    names: updateNames(index, changes, vocabulary.words, renumbered),
    ...(meaning && { meaning }),
  };
}

function updateFilters(
  { size, filters, passing }: QueryIndex,
  changes: Changes,
): Pick<QueryIndex, 'filters' | 'passing'> {
  const listings = new Set(changes.keys());
  const before = Array.from({ length: sizeOf(filters) }, (_, list) => {
    const found = selectMembers(passing, list, listings);
    return [list, new Map(found.map(listing => [listing, 0]))] as const;
  });
  const parts = updateStrings(filters, changes, {
    before: new Map(before),
    now: ({ entry }) => Array.from(getFilterValues(entry.row), value => [value, 0] as const),
    count: list => countOf(listingsIn(passing, [list])),
  });
  const read = (list: number) => ({ listings: toList(listingsIn(passing, [list])), weights: NO_BYTES });
  const lists = new PostingListsBuilder(size);
  for (const part of parts) {
    if ('text' in part) lists.add(mergeList(part, changes, read).listings);
    else lists.copy(passing, part.from, part.to);
  }
  return { filters: toTable(filters, parts), passing: lists.build() };
}

const NO_BYTES = new Uint8Array();

/** Returns the updated vocabulary and lists of listings, and the new number of each old term. */
function updateTerms({ size, vocabulary, terms }: QueryIndex, changes: Changes) {
  const parts = updateStrings(vocabulary.words, changes, {
    before: findStrengths(terms, [...changes.keys()], size),
    now: ({ analyzed }) => analyzed.terms,
    count: list => countListings(terms, list),
  });
  const [listings, weights] = [new Uint32Array(size), new Uint8Array(size)];
  const read = (list: number) => {
    const count = readTermList(terms, list, listings, weights);
    return { listings: listings.subarray(0, count), weights: weights.subarray(0, count) };
  };
  const lists = new TermListsBuilder();
  for (const part of parts) {
    if ('text' in part) {
      const merged = mergeList(part, changes, read);
      lists.add(merged.listings, merged.weights);
    } else lists.copy(terms, part.from, part.to);
  }
  return {
    vocabulary: createVocabulary(toTable(vocabulary.words, parts)),
    terms: lists.build(),
    renumbered: renumber(parts, sizeOf(vocabulary.words)),
  };
}

/** The listings with a string, in ascending order, and its weight in each; no weights if they do not matter. */
interface WeightedList {
  readonly listings: Uint32Array<ArrayBuffer>;
  readonly weights: Uint8Array<ArrayBuffer>;
}

/** The weight of a string in each changed listing that has it. */
type Weights = ReadonlyMap<number, number>;

interface StringsUpdate {
  /** By the number of a string, the changed listings that had it. */
  readonly before: ReadonlyMap<number, Weights>;
  /** Returns the strings that a listing has now. */
  readonly now: (changed: ChangedListing) => Iterable<readonly [text: string, weight: number]>;
  /** Returns the number of listings in a list. */
  readonly count: (list: number) => number;
}

/** A string with another list than before. */
interface ChangedString {
  readonly text: string;
  /** The number that it had before; undefined if it is new. */
  readonly number: number | undefined;
  /** Its weight in the changed listings. The list is merged when it is written, because all lists may take much memory. */
  readonly weights: Weights;
}

/** A part of the strings after an update, in their order: a changed one, or a range of the strings before. */
type StringsPart = ChangedString | StringRange;

/** Removes changed listings from the strings that they had, and adds them to those that they have now. */
function updateStrings(
  table: StringTable,
  changes: Changes,
  { before, now, count }: StringsUpdate,
): readonly StringsPart[] {
  const current = new Map<string, Map<number, number>>();
  for (const list of before.keys()) current.set(textAt(table, list), new Map());
  for (const [listing, changed] of changes) {
    for (const [text, weight] of now(changed))
      current.set(text, (current.get(text) ?? new Map<number, number>()).set(listing, weight));
  }
  const parts: StringsPart[] = [];
  let from = 0;
  for (const [text, weights] of [...current].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const number = numberOf(table, text);
    const weightsBefore = before.get(number ?? -1) ?? NO_WEIGHTS;
    if (number !== undefined && isSame(weightsBefore, weights)) continue;
    const to = number ?? rangeOf(table, text)[0];
    if (from < to) parts.push({ from, to });
    from = number === undefined ? to : to + 1;
    const isUsed = weights.size > 0 || (number !== undefined && count(number) > weightsBefore.size);
    if (isUsed) parts.push({ text, number, weights });
  }
  if (from < sizeOf(table)) parts.push({ from, to: sizeOf(table) });
  return parts;
}

const NO_WEIGHTS: Weights = new Map();

function isSame(a: Weights, b: Weights): boolean {
  return a.size === b.size && [...a].every(([listing, weight]) => b.get(listing) === weight);
}

function toTable(before: StringTable, parts: readonly StringsPart[]): StringTable {
  return spliceStrings(
    before,
    parts.map(part => ('text' in part ? part.text : part)),
  );
}

/**
 * Returns the new number of each string.
 * @param size the number of strings before
 */
function renumber(parts: readonly StringsPart[], size: number): Uint32Array {
  const renumbered = new Uint32Array(size);
  let next = 0;
  for (const part of parts) {
    if ('text' in part) {
      if (part.number !== undefined) renumbered[part.number] = next;
      next++;
    } else for (let number = part.from; number < part.to; number++) renumbered[number] = next++;
  }
  return renumbered;
}

const NO_LIST: WeightedList = { listings: new Uint32Array(), weights: NO_BYTES };

/**
 * Returns the list of a string: its unchanged listings, and the changed listings that have it now.
 * @param read returns a list before the update; the next call may overwrite it
 */
function mergeList(
  { number, weights: now }: ChangedString,
  changes: Changes,
  read: (list: number) => WeightedList,
): WeightedList {
  const before = number === undefined ? NO_LIST : read(number);
  const added = [...now.keys()];
  const listings = new Uint32Array(before.listings.length + added.length);
  const weights = new Uint8Array(listings.length);
  let size = 0;
  let next = 0;
  for (let at = 0; at <= before.listings.length; at++) {
    const listing = before.listings[at] ?? Number.POSITIVE_INFINITY;
    for (; (added[next] ?? Number.POSITIVE_INFINITY) < listing; next++) {
      listings[size] = added[next] ?? 0;
      weights[size++] = now.get(added[next] ?? 0) ?? 0;
    }
    if (at === before.listings.length || changes.has(listing)) continue;
    listings[size] = listing;
    weights[size++] = before.weights[at] ?? 0;
  }
  return { listings: listings.subarray(0, size), weights: weights.subarray(0, size) };
}

function updateNames(
  { names }: QueryIndex,
  changes: Changes,
  words: StringTable,
  renumbered: Uint32Array,
): QueryIndex['names'] {
  const changed = Array.from(changes, ([listing, { entry }]) => {
    const terms = nameWords(entry.row.name).map(word => numberOf(words, word) ?? 0);
    return [listing, terms] as const;
  });
  return updateNameTerms(names, new Map(changed), renumbered);
}

function updateMeaning({ meaning }: QueryIndex, changes: Changes): QueryIndex['meaning'] {
  if (meaning === undefined) return undefined;
  const dimensions = meaning.common.length;
  const directions = new Int8Array(meaning.directions.slice().buffer);
  for (const [listing, { analyzed }] of changes) directions.set(analyzed.direction, listing * dimensions);
  return {
    wordVectors: meaning.wordVectors,
    directions: new Uint8Array(directions.buffer),
    common: commonDirection(directions, dimensions),
  };
}
