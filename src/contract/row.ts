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
  /** Like `auth_required`, but tells APIs that accept credentials from those that need none. */
  readonly authentication: Term<'authentication'>;
  readonly maintained_by: Term<'maintainers'> | null;
  readonly badges: readonly Term<'badges'>[];
  readonly status: Status;
  readonly source: Source;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly verified_at: Instant | null;
  readonly last_checked_at: Instant | null;
  readonly next_check_by: Instant | null;
  /** True if no call can cost money: the model is free, and neither the payment contract nor a paid tier has a price. */
  readonly costs_nothing: boolean;
  /** True if the API costs nothing, or declares a free tier or the model freemium. */
  readonly free_tier: boolean;
  /** Like `costs_nothing` and `free_tier`, but tells paid APIs from those that do not state a price. */
  readonly price: Term<'prices'>;
  readonly observed: Observed;
  readonly links: RowLinks;
}

/** The results of the last check of a listing's endpoints. All null, zero, or empty until the first check. */
export interface Observed {
  /** Whether at least one endpoint responded. Null if no check was conclusive. */
  readonly responding: boolean | null;
  readonly endpoints_probed: number;
  readonly endpoints_responding: number;
  readonly last_responded_at: Instant | null;
  /** The percentage of checks in the last 90 days in which an endpoint responded: 0 to 100. Null without checks. */
  readonly uptime_90d: number | null;
  /** The median response time of the endpoints that responded, in milliseconds. */
  readonly response_ms: number | null;
  readonly warnings: readonly Warning[];
}

/** A contradiction between the manifest and the live API, or between the manifest and an earlier one. */
export interface Warning {
  readonly code: WarningCode;
  /** One sentence. */
  readonly message: string;
}

export type WarningCode =
  | 'identity_changed'
  | 'auth_not_enforced'
  | 'auth_undeclared'
  | 'payment_not_enforced'
  | 'endpoint_missing'
  | 'charges_although_free'
  | 'not_https';

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
