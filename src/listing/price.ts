import type { FreeTier, Manifest, Payment, Pricing } from '#manifest/manifest.ts';

/** The price of an API, from the price list and the payment contract of its manifest. */
export interface Price {
  readonly model: Pricing['model'];
  /** The expected cost of a call to an endpoint without a cost hint. */
  readonly expectation: CostExpectation;
  /** Whether `free_only=true` returns the listing. */
  readonly isFree: boolean;
  readonly freeTier: FreeTier | null;
  /** Null if there is no paid tier, or if the model is free and the tier has no amount above zero. */
  readonly paidTier: PaidTierPrice | null;
  /** Whether the price list charges nothing, even beyond the free tier. */
  readonly costsNothing: boolean;
  /** Whether the model requires payment, but no paid tier states the amount. */
  readonly isAmountMissing: boolean;
  readonly payment: Payment | null;
}

/** `free_tier`: free up to a limit. `unknown`: the manifest does not say. */
export type CostExpectation = 'none' | 'free_tier' | 'paid' | 'unknown';

/** A paid tier of either format. In 0.2, `amount` and `currency` are additional members with any value. */
export interface PaidTierPrice {
  readonly unit: string;
  readonly amount_usd?: number;
  readonly amount?: unknown;
  readonly currency?: unknown;
}

/** The models of a row. */
interface PriceModels {
  readonly pricing_model: Pricing['model'];
  readonly payment_model: Payment['model'] | null;
}

/** Returns the price of an API. The lists, filters, call plans, and pages of the registry all use this function. */
export function getPrice(manifest: Manifest): Price {
  const { model, free_tier: freeTier = null, paid_tier: paidTier = null } = manifest.pricing;
  const payment = getPayment(manifest);
  const costsNothing = model === 'free' && (paidTier === null || isZeroAmount(paidTier));
  return {
    model,
    expectation: getExpectation(model, freeTier, payment),
    isFree: isFree({ pricing_model: model, payment_model: payment?.model ?? null }),
    freeTier,
    paidTier: costsNothing ? null : paidTier,
    costsNothing,
    isAmountMissing: paidTier === null && PAID_MODELS.has(model),
    payment,
  };
}

/** Returns the payment contract of a manifest (specification, section 2.1.3). Format 0.2 has none. */
export function getPayment(manifest: Manifest): Payment | null {
  return manifest.spec_version === 'apimanifest-0.3' ? (manifest.payment ?? null) : null;
}

/** Returns whether `free_only=true` includes a row. */
export function isFree({ pricing_model, payment_model }: PriceModels): boolean {
  return pricing_model === 'free' || payment_model === 'free';
}

const PAID_MODELS: ReadonlySet<Pricing['model']> = new Set(['per-query', 'subscription', 'tiered', 'usage_based']);

/** The payment contract takes precedence, because calls are charged by it. */
function getExpectation(model: Pricing['model'], freeTier: FreeTier | null, payment: Payment | null): CostExpectation {
  if (payment !== null) return payment.model === 'free' ? 'none' : 'paid';
  if (model === 'free') return 'none';
  if (model === 'freemium' || freeTier) return 'free_tier';
  return PAID_MODELS.has(model) ? 'paid' : 'unknown';
}

function isZeroAmount({ amount_usd, amount }: PaidTierPrice): boolean {
  return !amount_usd && !Number(amount ?? 0);
}
