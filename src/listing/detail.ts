import type { Claim, Detail } from '#contract/detail.ts';
import { toBasis } from './documentation-source.ts';
import type { Listing } from './listing.ts';
import type { ListingRecord } from './listing-record.ts';
import { MANIFEST_PATH } from './origin.ts';
import { type Bases, toRow } from './row.ts';

/** Returns a listing with its full manifest, its last report, and its results. */
export function detailOf(listing: Listing, bases: Bases): Detail {
  const { manifest, source, withdrawn } = listing.record;
  return {
    ...toRow(listing, bases),
    contact: manifest.contact,
    documentation_url: source.type === 'documentation' ? source.documentation_url : null,
    basis: source.type === 'documentation' ? toBasis(source) : null,
    claim: source.type === 'documentation' && !withdrawn ? toClaim(listing.record, bases) : null,
    identity_changed_at: listing.identity_changed_at,
    withdrawn: withdrawn ?? null,
    manifest,
    report: listing.observation?.report ?? null,
    results: listing.observation?.results ?? [],
  };
}

/** Returns the URLs with which the publisher of an API claims its listing. */
export function toClaim({ id, url }: Pick<ListingRecord, 'id' | 'url'>, { registry, site }: Bases): Claim {
  return {
    manifest: `${registry}/listings/${encodeURIComponent(id)}/manifest.json`,
    serve_at: `${url}${MANIFEST_PATH}`,
    submit: `${site}/publish/?${new URLSearchParams({ url })}`,
  };
}
