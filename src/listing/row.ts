import type { Manifest, Payment } from '#manifest/manifest.ts';
import type { Term } from '#manifest/taxonomy.ts';
import type { Listing } from './listing.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Status } from './status.ts';
import type { Instant } from './timestamp.ts';

/** Who wrote the manifest: the publisher, or this registry from public documentation. */
export type Source = ListingRecord['source']['type'];

/** One entry of a collection of listings (design: HTTP, Row). */
export interface Row {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly version: string;
  readonly primary_category: Term<'primary_categories'>;
  readonly categories: readonly Term<'categories'>[];
  readonly pricing_model: Term<'pricing_models'>;
  readonly payment_model: Term<'payment_models'> | null;
  readonly payment_currency: string | null;
  readonly settlement_type: Term<'settlement_types'> | null;
  readonly supports_spend_cap: boolean;
  readonly auth_required: boolean;
  readonly maintained_by: Term<'maintainers'> | null;
  readonly badges: readonly Term<'badges'>[];
  readonly status: Status;
  readonly source: Source;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly next_check_by: Instant | null;
  readonly links: RowLinks;
}

export interface RowLinks {
  /** This listing with its complete manifest. */
  readonly self: string;
  /** The manifest at its publisher; null where the publisher serves none. */
  readonly manifest: string | null;
  /** The page for people. */
  readonly html: string;
}

/** Where the registry and its site answer, without a trailing slash. */
export interface Bases {
  readonly registry: string;
  readonly site: string;
}

/** The row of a listing. A 0.2 manifest has no payment contract in the sense of 0.3, so its payment members are empty. */
export function toRow(listing: Listing, bases: Bases): Row {
  const { id, url, source, created_at, updated_at, manifest } = listing.record;
  const payment = paymentOf(manifest);
  return {
    id,
    name: manifest.name,
    url,
    description: manifest.description,
    version: manifest.version,
    primary_category: manifest.primary_category,
    categories: manifest.categories,
    pricing_model: manifest.pricing.model,
    payment_model: payment?.model ?? null,
    payment_currency: payment?.currency ?? null,
    settlement_type: payment?.settlement.type ?? null,
    supports_spend_cap: payment?.budget_controls?.supports_spend_cap ?? false,
    auth_required: manifest.authentication.required,
    maintained_by: manifest.reliability?.maintained_by ?? null,
    badges: listing.badges,
    status: listing.status,
    source: source.type,
    created_at,
    updated_at,
    verified_at: listing.verified_at,
    last_checked_at: listing.last_checked_at,
    next_check_by: listing.next_check_by,
    links: {
      self: `${bases.registry}/listings/${encodeURIComponent(id)}`,
      manifest: source.type === 'publisher' ? source.manifest_url : null,
      html: `${bases.site}${listingPage(id)}`,
    },
  };
}

/** The machine-executable payment contract of a manifest, if it declares one (specification, section 2.1.3). */
export function paymentOf(manifest: Manifest): Payment | null {
  return manifest.spec_version === 'apimanifest-0.3' ? (manifest.payment ?? null) : null;
}

/** The path of a listing's page on the site. */
export function listingPage(id: string): string {
  return `/apis/${encodeURIComponent(id)}/`;
}
