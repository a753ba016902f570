import type { Vocabulary } from '../text/vocabulary.ts';
import type { PackedRows } from './packed-rows.ts';
import type { PostingLists } from './posting-lists.ts';
import type { SortOrders } from './sort-orders.ts';
import type { StringTable } from './string-table.ts';

/** All that queries are answered from. Listings are numbered from 0 in the order of their ids. */
export interface QueryIndex {
  /** How many listings there are. */
  readonly size: number;
  readonly rows: PackedRows;
  /** For each listing, when it last changed, in milliseconds since 1970. */
  readonly changedAt: Float64Array<ArrayBuffer>;
  readonly orders: SortOrders;
  /** The values that can be filtered by, as `parameter=value`. */
  readonly filters: StringTable;
  /** For each of these, the listings that pass. */
  readonly passing: PostingLists;
  readonly vocabulary: Vocabulary;
  /** For word w, the listings that have it in their name are list 2w, and in their description 2w + 1. */
  readonly having: PostingLists;
  /** For each listing, how many words its name has; at most 255. */
  readonly nameLengths: Uint8Array<ArrayBuffer>;
}
