import type { Vocabulary } from '../text/vocabulary.ts';
import type { PackedRows } from './packed-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import type { SortOrders } from './sort-orders.ts';
import type { StringTable } from './string-table.ts';

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
  /**
   * For word w, list 2w has the listings with the word in their name, and list 2w + 1 those with it in their
   * description.
   */
  readonly having: PostingLists;
  /** The number of words in each listing's name; at most 255. */
  readonly nameLengths: Uint8Array<ArrayBuffer>;
}
