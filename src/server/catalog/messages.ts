import type { Entry } from '#query/engines/reference-engine.ts';
import type { DataDirectories } from '#store/listing-files.ts';
import type { BrokenFile } from '#store/record-files.ts';
import type { FeedBases } from '../change-history.ts';
import type { CatalogSnapshot } from './catalog-builder.ts';

/** What the catalog thread is started with. */
export interface CatalogWorkerData {
  readonly directories: DataDirectories;
  readonly bases: FeedBases;
  readonly commit: string | null;
}

/** A request to the catalog thread. Their numbers increase. */
export type CatalogRequest =
  /** Read all listings from the files. Listings that were put are newer, and stay. */
  | { readonly type: 'load'; readonly number: number }
  | { readonly type: 'put'; readonly number: number; readonly entry: Entry };

/** A snapshot, whose arrays are transferred. */
export interface CatalogResponse {
  readonly snapshot: CatalogSnapshot;
  /** The number of the last request that it includes. */
  readonly number: number;
  /** The broken files that loads have found since the last snapshot. */
  readonly broken: readonly BrokenFile[];
}
