import type { Term } from './taxonomy.ts';

/** A valid manifest, discriminated by `spec_version`. Additional members are allowed everywhere and have no meaning. */
export type Manifest = Manifest03 | Manifest02;

/** Format 0.3, revision 0.3.1 (specification, section 2.1). */
export interface Manifest03 {
  readonly spec_version: 'apimanifest-0.3';
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly categories: readonly Term<'categories'>[];
  readonly primary_category: Term<'primary_categories'>;
  readonly endpoints: readonly Endpoint[];
  readonly pricing: Pricing;
  readonly authentication: Authentication;
  readonly agent_notes: string;
  readonly contact: string | Contact;
  readonly last_updated: string;
  readonly homepage?: string;
  readonly documentation?: string;
  readonly payment?: Payment | null;
  readonly reliability?: Reliability;
  readonly rate_limits?: RateLimits;
  readonly listing_requested?: boolean;
}

/** Format 0.2, which has no payment model, currency, settlement, or spend cap. */
export interface Manifest02 {
  readonly spec_version: 'apimanifest-0.2';
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly categories: readonly Term<'categories'>[];
  readonly primary_category: Term<'primary_categories'>;
  readonly endpoints: readonly Endpoint02[];
  readonly pricing: Pricing02;
  readonly authentication: Authentication02;
  readonly reliability: Reliability02;
  readonly agent_notes: string;
  readonly contact: string;
  readonly listing_requested: boolean;
  readonly last_updated: string;
  readonly homepage?: string;
  readonly documentation?: string;
  readonly payment?: Payment02;
}

/** Section 2.1.1. */
export interface Endpoint {
  readonly path: string;
  readonly method: Term<'http_methods'>;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly response_description: string;
  readonly cost_hint?: CostHint;
}

export type Endpoint02 = Omit<Endpoint, 'cost_hint'>;

/** The recommended members may have any value, because the format does not define them. `calls` reads them. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** `path`, `query`, `header`, `cookie`, or `body`. */
  readonly in?: unknown;
  readonly example?: unknown;
}

export interface CostHint {
  readonly unit: string;
  /** A decimal, such as `0.002`. */
  readonly estimated_price: string;
  readonly currency: string;
  readonly notes?: string;
}

/** Section 2.1.2. */
export interface Pricing {
  readonly model: Term<'pricing_models'>;
  readonly free_tier?: FreeTier | null;
  readonly paid_tier?: PaidTier | null;
  readonly support_url?: string | null;
}

export interface Pricing02 {
  readonly model: Exclude<Term<'pricing_models'>, 'unknown'>;
  readonly free_tier?: FreeTier | null;
  readonly paid_tier?: PaidTier02 | null;
  readonly support_url?: string | null;
}

export interface FreeTier {
  readonly queries_per_day?: number | null;
  readonly queries_per_month?: number | null;
}

/** Has `amount_usd`, or `amount` with `currency`, or both. */
export interface PaidTier {
  readonly unit: string;
  readonly description: string;
  readonly amount_usd?: number;
  /** A decimal, such as `19.00`. */
  readonly amount?: string;
  readonly currency?: string;
}

export interface PaidTier02 {
  readonly unit: string;
  readonly description: string;
  readonly amount_usd: number;
}

/** Section 2.1.3. */
export interface Payment {
  readonly model: Term<'payment_models'>;
  readonly currency: string;
  readonly rates: readonly Rate[];
  readonly settlement: Settlement;
  readonly protocol?: Term<'payment_protocols'>;
  readonly networks?: readonly string[];
  readonly discovery_url?: string;
  readonly onboarding?: Onboarding;
  readonly usage_endpoint?: UsageEndpoint;
  readonly budget_controls?: BudgetControls;
  readonly refund_policy?: RefundPolicy;
}

/**
 * Returns the payment contract of a manifest. Format 0.2 has none: the other members of its payment block are additional
 * members, which can have the name of a member of a contract and any value.
 */
export function getPayment(manifest: Manifest): Payment | null {
  return manifest.spec_version === 'apimanifest-0.2' ? null : (manifest.payment ?? null);
}

export interface Rate {
  readonly unit: string;
  /** A decimal in the currency of `payment`. */
  readonly price: string;
  readonly description?: string;
  readonly tier?: string | null;
  readonly threshold?: number | null;
  readonly cap?: number | null;
}

export interface Settlement {
  readonly type: Term<'settlement_types'>;
  readonly cycle?: Term<'settlement_cycles'> | null;
  readonly provider_name?: string | null;
  readonly provider_url?: string | null;
}

export interface Onboarding {
  readonly url: string;
  readonly method: Term<'onboarding_methods'>;
  readonly accepts: readonly Term<'onboarding_accepts'>[];
  readonly returns: OnboardingReturns;
}

interface OnboardingReturns {
  readonly credential_type: Term<'credential_types'>;
  readonly credential_field: string;
  readonly instructions: string;
  /** The specification defines no unit. */
  readonly expires_in?: number | null;
  readonly refresh_url?: string | null;
}

export interface UsageEndpoint {
  readonly url: string;
  readonly method: Term<'usage_methods'>;
  readonly authentication: Term<'usage_authentications'>;
}

/** A missing member is false. */
export interface BudgetControls {
  readonly supports_spend_cap?: boolean;
  readonly supports_per_request_limit?: boolean;
  readonly supports_rate_limit?: boolean;
  readonly supports_alerting?: boolean;
}

export interface RefundPolicy {
  readonly type: Term<'refund_types'>;
  readonly terms_url?: string | null;
  readonly window_seconds?: number | null;
}

export interface Payment02 {
  readonly checkout_url: string;
  readonly provider?: string | null;
  readonly key_provisioning_url?: string | null;
  readonly accepted_methods?: readonly string[] | null;
  readonly prepay_required?: boolean | null;
}

/** Section 2.1.4. */
export interface Authentication {
  readonly required: boolean;
  readonly type?: Term<'auth_types'> | null;
  readonly instructions?: string | null;
  readonly config?: Readonly<Record<string, unknown>>;
}

export type Authentication02 = Omit<Authentication, 'config'>;

/** Section 2.1.5. */
export interface Reliability {
  readonly maintained_by?: Term<'maintainers'>;
  readonly status_url?: string | null;
  readonly expected_uptime_pct?: number | null;
  readonly uptime_percentage?: number;
  readonly avg_response_time_ms?: number;
  readonly last_30_days_uptime?: number;
}

export interface Reliability02 {
  readonly maintained_by: Term<'maintainers'>;
  readonly status_url?: string | null;
  readonly expected_uptime_pct?: number | null;
}

/** Section 2.1.6. */
export interface RateLimits {
  readonly requests_per_minute?: number | null;
  readonly requests_per_day?: number | null;
}

export interface Contact {
  readonly email?: string;
  readonly support_url?: string;
  readonly github?: string;
}
