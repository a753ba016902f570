import type { Row } from '#contract/row.ts';
import type { Listing } from './listing.ts';
import { getPrice } from './price.ts';

/** The base URLs of the registry and its site, without a trailing slash. */
export interface Bases {
  readonly registry: string;
  readonly site: string;
}

/** Returns the row of a listing. Format 0.2 has no payment contract, so its payment members are null. */
export function toRow(listing: Listing, bases: Bases): Row {
  const { id, url, source, created_at, updated_at, manifest } = listing.record;
  const { model, payment, costsNothing, hasFreeTier, category } = getPrice(manifest);
  return {
    id,
    name: manifest.name,
    url,
    description: manifest.description,
    version: manifest.version,
    primary_category: manifest.primary_category,
    categories: manifest.categories,
    pricing_model: model,
    payment_model: payment?.model ?? null,
    payment_currency: payment?.currency ?? null,
    settlement_type: payment?.settlement.type ?? null,
    supports_spend_cap: payment?.budget_controls?.supports_spend_cap ?? false,
    auth_required: manifest.authentication.required,
    authentication: getAuthentication(manifest.authentication),
    maintained_by: manifest.reliability?.maintained_by ?? null,
    badges: listing.badges,
    status: listing.status,
    source: source.type,
    created_at,
    updated_at,
    verified_at: listing.verified_at,
    last_checked_at: listing.last_checked_at,
    next_check_by: listing.next_check_by,
    costs_nothing: costsNothing,
    free_tier: hasFreeTier,
    price: category,
    observed: listing.observed,
    links: {
      // The path of the file, which every host has, with or without the application.
      self: `${bases.registry}/listings/${encodeURIComponent(id)}.json`,
      manifest: source.type === 'publisher' ? source.manifest_url : null,
      html: `${bases.site}${listingPage(id)}`,
    },
  };
}

/** An optional credential is one whose type the manifest declares without requiring it. */
function getAuthentication({ required, type }: Listing['record']['manifest']['authentication']): Row['authentication'] {
  if (required) return 'required';
  return type === undefined || type === null || type === 'none' ? 'none' : 'optional';
}

/** Returns the path of a listing's page on the site. */
export function listingPage(id: string): string {
  return `/apis/${encodeURIComponent(id)}/`;
}
