import type { Claim } from '#contract/detail.ts';
import type { ListingRecord } from './listing-record.ts';
import { MANIFEST_PATH } from './origin.ts';
import type { Bases } from './row.ts';

/** Returns the URLs with which the publisher of an API claims its listing. */
export function toClaim({ id, url }: Pick<ListingRecord, 'id' | 'url'>, { registry, site }: Bases): Claim {
  return {
    manifest: `${registry}/listings/${encodeURIComponent(id)}/manifest.json`,
    serve_at: `${url}${MANIFEST_PATH}`,
    submit: `${site}/submit/?${new URLSearchParams({ url })}`,
  };
}
