import type { Vocabulary } from '../text/vocabulary.ts';
import type { StringTable } from './arrays/string-table.ts';
import type { NameTerms } from './name-terms.ts';
import type { PostingLists } from './posting-lists.ts';
import type { PackedRows } from './rows/packed-rows.ts';
import type { SortOrders } from './sort-orders.ts';
import type { TermLists } from './term-lists.ts';

/** All data that queries read. Listings are numbered from 0 in the order of their ids. */
export interface QueryIndex {
  /** The number of listings. */
  readonly size: number;
  readonly rows: PackedRows;
  /** The time of each listing's last change, in milliseconds since 1970. */
  readonly changedAt: Float64Array<ArrayBuffer>;
  readonly orders: SortOrders;
  /** The filter values, as `parameter=value`. */
  readonly filters: StringTable;
  /** For each filter value, the listings that pass. */
  readonly passing: PostingLists;
  readonly vocabulary: Vocabulary;
  /** For each term of the vocabulary, the listings with it. */
  readonly terms: TermLists;
  /** For each listing, the number of its terms, at most 255. */
  readonly termCounts: Uint8Array<ArrayBuffer>;
  /** For each listing, the terms that are the words of its name. */
  readonly names: NameTerms;
  /** Undefined if the index was built without word vectors. */
  readonly meaning?: StoredMeaning;
}

/** The vectors of words and listings. */
export interface StoredMeaning {
  /** The bytes of `registry/word-vectors.bin`. */
  readonly wordVectors: Uint8Array<ArrayBuffer>;
  /** The direction of each listing, as signed bytes. */
  readonly directions: Uint8Array<ArrayBuffer>;
  /** The direction that the listings have in common. */
  readonly common: Float64Array<ArrayBuffer>;
}
