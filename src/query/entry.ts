import type { Row } from '#contract/row.ts';
import type { Listing } from '#listing/listing.ts';
import { type Bases, toRow } from '#listing/row.ts';
import { type ManifestText, readManifestText } from './text/search-text.ts';

/** The input of an engine. */
export interface Entry {
  readonly row: Row;
  /** The time of the listing's last change. */
  readonly changedAt: string;
  /** The texts that the search reads besides the row. */
  readonly text?: ManifestText | undefined;
}

/** Returns the entry of a listing. */
export function toEntry(listing: Listing, bases: Bases): Entry {
  return {
    row: toRow(listing, bases),
    changedAt: listing.changed_at,
    text: readManifestText(listing.record.manifest),
  };
}
