import { membersOf } from './bit-set.ts';
import { readNameTerms } from './name-terms.ts';
import { isDense, lengthOf, listBits, readList } from './posting-lists.ts';
import type { QueryIndex } from './query-index.ts';
import { SharedTerms } from './shared-terms.ts';
import { type StringTable, sizeOf, textAt } from './string-table.ts';
import { countListings, readTermList } from './term-lists.ts';

/** What an index knows of each of its listings, without reading rows or texts. */
export interface IndexedListings {
  /** All filter values, and all terms, in their order. */
  readonly allValues: readonly string[];
  readonly allTerms: readonly string[];
  /** Returns the filter values of a listing, without weights. */
  readonly values: (listing: number) => SharedTerms;
  readonly terms: (listing: number) => SharedTerms;
  /** Returns the words of its name. */
  readonly nameWords: (listing: number) => readonly string[];
  /** Returns the direction of its meaning; empty if the index was built without word vectors. */
  readonly direction: (listing: number) => Int8Array;
}

/** Reads the listings of an index, which has the listings of each value and term instead. */
export function readIndexedListings({
  size,
  filters,
  passing,
  vocabulary,
  terms,
  names,
  meaning,
}: QueryIndex): IndexedListings {
  const [allValues, allTerms] = [readStrings(filters), readStrings(vocabulary.words)];
  const members = new Uint32Array(size);
  const values = transpose(allValues, size, list => {
    if (isDense(passing, list)) return { listings: membersOf(listBits(passing, list), size) };
    const room = members.length < lengthOf(passing, list) ? new Uint32Array(lengthOf(passing, list)) : members;
    return { listings: room.subarray(0, readList(passing, list, room)) };
  });
  const weights = new Uint8Array(size);
  const ofTerms = transpose(allTerms, size, list => {
    const count = countListings(terms, list);
    readTermList(terms, list, members, weights);
    return { listings: members.subarray(0, count), weights };
  });
  const dimensions = meaning === undefined || size === 0 ? 0 : meaning.directions.length / size;
  const directions = new Int8Array(meaning?.directions.buffer ?? new ArrayBuffer(0), meaning?.directions.byteOffset);
  const words = new Uint32Array(
    Math.max(0, ...names.starts.subarray(1).map((end, at) => end - (names.starts[at] ?? 0))),
  );
  return {
    allValues,
    allTerms,
    values,
    terms: ofTerms,
    nameWords: listing =>
      Array.from(words.subarray(0, readNameTerms(names, listing, words)), term => allTerms[term] ?? ''),
    direction: listing => directions.subarray(listing * dimensions, (listing + 1) * dimensions),
  };
}

function readStrings(table: StringTable): string[] {
  return Array.from({ length: sizeOf(table) }, (_, number) => textAt(table, number));
}

/** The listings of a string, in ascending order. The next call may overwrite them. */
type ReadList = (list: number) => { readonly listings: Uint32Array; readonly weights?: Uint8Array };

/** Returns a function that returns the strings of a listing. */
function transpose(strings: readonly string[], size: number, read: ReadList): (listing: number) => SharedTerms {
  const starts = new Uint32Array(size + 1);
  for (let list = 0; list < strings.length; list++) {
    for (const listing of read(list).listings) starts[listing + 1] = (starts[listing + 1] ?? 0) + 1;
  }
  for (let listing = 0; listing < size; listing++)
    starts[listing + 1] = (starts[listing + 1] ?? 0) + (starts[listing] ?? 0);
  const next = starts.slice();
  const numbers = new Uint32Array(starts[size] ?? 0);
  const weights = new Uint8Array(numbers.length);
  for (let list = 0; list < strings.length; list++) {
    const { listings, weights: from } = read(list);
    for (let at = 0; at < listings.length; at++) {
      const listing = listings[at] ?? 0;
      const to = next[listing] ?? 0;
      next[listing] = to + 1;
      numbers[to] = list;
      weights[to] = from?.[at] ?? 0;
    }
  }
  return listing => {
    const [start, end] = [starts[listing], starts[listing + 1]];
    return new SharedTerms(strings, numbers.subarray(start, end), weights.subarray(start, end));
  };
}
