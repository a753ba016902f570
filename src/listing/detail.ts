import type { Contact, Manifest } from '#manifest/manifest.ts';
import type { Listing } from './listing.ts';
import type { Withdrawal } from './listing-record.ts';
import type { DayResult } from './observation.ts';
import { type Bases, type Row, toRow } from './row.ts';

/** Everything that the registry publishes of one listing: `GET /listings/{id}` (specification, section 4.1). */
export interface Detail extends Row {
  readonly contact: string | Contact;
  /** What the record was written from; null where the publisher serves the manifest. */
  readonly documentation_url: string | null;
  /** Why the registry took the listing back; null where it did not. */
  readonly withdrawn: Withdrawal | null;
  /** Exactly as the publisher serves it. */
  readonly manifest: Manifest;
  /** The report of the last check that decided; null when none has. */
  readonly report: Readonly<Record<string, unknown>> | null;
  /** Up to 90 days of results, oldest first. */
  readonly results: readonly DayResult[];
}

export function detailOf(listing: Listing, bases: Bases): Detail {
  const { manifest, source, withdrawn } = listing.record;
  return {
    ...toRow(listing, bases),
    contact: manifest.contact,
    documentation_url: source.type === 'documentation' ? source.documentation_url : null,
    withdrawn: withdrawn ?? null,
    manifest,
    report: listing.observation?.report ?? null,
    results: listing.observation?.results ?? [],
  };
}
