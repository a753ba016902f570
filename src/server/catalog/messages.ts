import type { FeedBases } from '#build/catalog/change-history.ts';
import type { Entry } from '#query/entry.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { CatalogSnapshot } from './catalog-builder.ts';

/** The input of the catalog thread. */
export interface CatalogWorkerData {
  readonly directories: DataDirectories;
  readonly bases: FeedBases;
  readonly commit: string | null;
}

/** A request to the catalog thread. Their numbers increase. */
export type CatalogRequest =
  /** Loads all listings from the files. Listings from `put` are newer, and stay. */
  | { readonly type: 'load'; readonly number: number }
  /** Reads all listings again, because other code has changed their files. */
  | { readonly type: 'refresh'; readonly number: number }
  | { readonly type: 'put'; readonly number: number; readonly entry: Entry };

/** A snapshot, whose arrays are transferred. */
export interface CatalogResponse {
  readonly snapshot: CatalogSnapshot;
  /** The number of the last request that it includes. */
  readonly number: number;
  /** The broken files from loads since the last snapshot. */
  readonly broken: readonly BrokenFile[];
}
