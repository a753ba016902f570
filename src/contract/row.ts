import type { Term } from '#manifest/taxonomy.ts';
import type { Instant } from './instant.ts';

/** The summary of a listing in lists and search results: `GET /listings`. */
export interface Row {
  /** The host of the origin, and `_<port>` if the port is not the default. */
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

export type Status = Term<'statuses'>;

/** The author of the manifest: the publisher, or this registry from public documentation. */
export type Source = Term<'sources'>;

interface RowLinks {
  /** The listing with its full manifest. */
  readonly self: string;
  /** The manifest on the origin. Null if the publisher does not serve one. */
  readonly manifest: string | null;
  /** The page of the listing on the site. */
  readonly html: string;
}
