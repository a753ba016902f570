import type { Entry } from '../entry.ts';
import { commonDirection } from '../text/meaning/listing-direction.ts';
import { nameWords } from '../text/terms.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { type AnalyzedText, countTerms } from './analyze-text.ts';
import { createStringTable, numberOf, rangeOf, type StringTable, sizeOf, textAt } from './arrays/string-table.ts';
import { getFilterValues } from './filter-values.ts';
import { listingsIn, toList } from './listing-set.ts';
import { createNameTerms, readNameTerms } from './name-terms.ts';
import { PostingListsBuilder } from './posting-lists.ts';
import type { QueryIndex } from './query-index.ts';
import { type CommonParts, RowPacker } from './rows/row-packer.ts';
import { type SortedBy, updateOrders } from './sort-orders.ts';
import { readTermList, TermListsBuilder } from './term-lists.ts';

/** A changed listing of an index. */
export interface ChangedListing {
  readonly entry: Entry;
  readonly analyzed: AnalyzedText;
}

/** The changed listings, by number, in ascending order. */
type Changes = ReadonlyMap<number, ChangedListing>;

/** The inputs of an update besides the index. */
export interface IndexUpdate {
  readonly changes: Changes;
  /** Returns what a listing is sorted by, also a changed one. */
  readonly sortedBy: (listing: number) => SortedBy;
  /** The common parts of the rows, which are those of the index. */
  readonly common: CommonParts;
}

/**
 * Returns an index in which some listings have changed, with the same ids. It equals the result of `buildIndex` for all
 * current entries, but reads only the changed ones.
 * @param index the result of `buildIndex` with the same common parts of rows
 */
export function updateIndex(index: QueryIndex, { changes, sortedBy, common }: IndexUpdate): QueryIndex {
  const { size } = index;
  const { vocabulary, terms, renumbered } = updateTerms(index, changes);
  const changedAt = index.changedAt.slice();
  const termCounts = index.termCounts.slice();
  for (const [listing, { entry, analyzed }] of changes) {
    changedAt[listing] = Date.parse(entry.changedAt);
    termCounts[listing] = countTerms(analyzed);
  }
  const packer = new RowPacker(common);
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
    names: createNameTerms(updateNames(index, changes, vocabulary.words, renumbered)),
    ...(meaning && { meaning }),
  };
}

function updateFilters(
  { size, filters, passing }: QueryIndex,
  changes: Changes,
): Pick<QueryIndex, 'filters' | 'passing'> {
  const lists = new PostingListsBuilder(size);
  const { strings } = updateLists(filters, changes, {
    stringsOf: ({ entry }) => Array.from(getFilterValues(entry.row), value => [value, 0] as const),
    read: list => ({ listings: toList(listingsIn(passing, [list])), weights: NO_WEIGHTS }),
    add: ({ listings }) => lists.add(listings),
  });
  return { filters: strings ? createStringTable(strings) : filters, passing: lists.build() };
}

const NO_WEIGHTS = new Uint8Array();

/** Also returns the new number of each old term. */
function updateTerms({ size, vocabulary, terms }: QueryIndex, changes: Changes) {
  const [listings, weights] = [new Uint32Array(size), new Uint8Array(size)];
  const lists = new TermListsBuilder();
  const { strings, renumbered } = updateLists(vocabulary.words, changes, {
    stringsOf: ({ analyzed }) => analyzed.terms,
    read: list => {
      const count = readTermList(terms, list, listings, weights);
      return { listings: listings.subarray(0, count), weights: weights.subarray(0, count) };
    },
    add: list => lists.add(list.listings, list.weights),
    copy: list => lists.copy(terms, list),
  });
  return { vocabulary: strings ? createVocabulary(strings) : vocabulary, terms: lists.build(), renumbered };
}

/** The listings with a string, in ascending order, and its weight in each; no weights if they do not matter. */
interface WeightedList {
  readonly listings: Uint32Array<ArrayBuffer>;
  readonly weights: Uint8Array<ArrayBuffer>;
}

interface ListUpdate {
  /** Returns the new strings of a listing. */
  readonly stringsOf: (changed: ChangedListing) => Iterable<readonly [text: string, weight: number]>;
  /** Reads a list. The next call may overwrite it. */
  readonly read: (list: number) => WeightedList;
  /** Writes the next list. */
  readonly add: (list: WeightedList) => void;
  /** Like `add`, for a list that is the same as before. */
  readonly copy?: (list: number) => void;
}

/** The strings after an update. */
interface UpdatedStrings {
  /** All strings in order; undefined if they are the same as before. */
  readonly strings: readonly string[] | undefined;
  /** The new number of each old string. */
  readonly renumbered: Uint32Array;
}

/** Writes the listings of each string: removes changed listings that had it, and adds those with it now. */
function updateLists(
  table: StringTable,
  changes: Changes,
  { stringsOf, read, add, copy = list => add(read(list)) }: ListUpdate,
): UpdatedStrings {
  const gained = new Map<string, Map<number, number>>();
  for (const [listing, changed] of changes) {
    for (const [text, weight] of stringsOf(changed))
      gained.set(text, (gained.get(text) ?? new Map<number, number>()).set(listing, weight));
  }
  const gainedBy = new Map(Array.from(gained, ([text, list]) => [numberOf(table, text) ?? text, list] as const));
  const newcomers = [...gainedBy.keys()].filter(key => typeof key === 'string').sort();
  const places = newcomers.map(text => rangeOf(table, text)[0]);
  const size = sizeOf(table);
  const renumbered = new Uint32Array(size);
  /** The strings, as old numbers or as new texts. */
  const strings: (number | string)[] = [];
  let next = 0;
  for (let list = 0; list <= size; list++) {
    for (; places[next] === list; next++) {
      const text = newcomers[next] ?? '';
      add(mergeList(NO_LIST, changes, gainedBy.get(text)));
      strings.push(text);
    }
    if (list === size) break;
    renumbered[list] = strings.length;
    const now = gainedBy.get(list);
    const before = read(list);
    if (!now && !hasChanged(before, changes)) copy(list);
    else {
      const merged = mergeList(before, changes, now);
      if (merged.listings.length === 0) continue;
      add(merged);
    }
    strings.push(list);
  }
  const isSame = newcomers.length === 0 && strings.length === size;
  return {
    strings: isSame ? undefined : strings.map(each => (typeof each === 'string' ? each : textAt(table, each))),
    renumbered,
  };
}

const NO_LIST: WeightedList = { listings: new Uint32Array(), weights: NO_WEIGHTS };

/** Whether a changed listing had the string of a list. */
function hasChanged({ listings }: WeightedList, changes: Changes): boolean {
  // An index, because this loop visits all terms of all listings.
  for (let at = 0; at < listings.length; at++) if (changes.has(listings[at] ?? -1)) return true;
  return false;
}

/** Returns a list without its changed listings, and with `now`, the changed listings that have the string now. */
function mergeList(
  before: WeightedList,
  changes: Changes,
  now: ReadonlyMap<number, number> = NO_LISTINGS,
): WeightedList {
  const added = [...now.keys()].sort((a, b) => a - b);
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

const NO_LISTINGS: ReadonlyMap<number, number> = new Map();

/** Returns the words of the name of each listing, as numbers of terms in the new vocabulary. */
function* updateNames(
  { size, names }: QueryIndex,
  changes: Changes,
  words: StringTable,
  renumbered: Uint32Array,
): Generator<readonly number[]> {
  const room = new Uint32Array(names.bytes.length);
  for (let listing = 0; listing < size; listing++) {
    const changed = changes.get(listing);
    if (changed) yield nameWords(changed.entry.row.name).map(word => numberOf(words, word) ?? 0);
    else yield Array.from(room.subarray(0, readNameTerms(names, listing, room)), term => renumbered[term] ?? 0);
  }
}

function updateMeaning({ size, meaning }: QueryIndex, changes: Changes): QueryIndex['meaning'] {
  if (meaning === undefined) return undefined;
  const dimensions = size === 0 ? 0 : meaning.directions.length / size;
  const directions = new Int8Array(meaning.directions.slice().buffer);
  for (const [listing, { analyzed }] of changes) directions.set(analyzed.direction, listing * dimensions);
  return {
    wordVectors: meaning.wordVectors,
    directions: new Uint8Array(directions.buffer),
    common: commonDirection(directions, dimensions),
  };
}
