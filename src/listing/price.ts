import type { Row } from '#contract/row.ts';
import { type FreeTier, getPayment, type Manifest, type Payment, type Pricing } from '#manifest/manifest.ts';
import { type Term, title } from '#manifest/taxonomy.ts';

/** The price of an API, from the price list and the payment contract of its manifest. */
export interface Price {
  readonly model: Pricing['model'];
  /** The expected cost of a call to an endpoint without a cost hint. */
  readonly expectation: CostExpectation;
  /** Whether no call can cost money. `free_only=true` returns these listings. */
  readonly costsNothing: boolean;
  /** Whether some calls cost nothing. `free_tier=true` returns these listings. */
  readonly hasFreeTier: boolean;
  /** The value of the filter `price`. */
  readonly category: Term<'prices'>;
  readonly freeTier: FreeTier | null;
  /** Null if there is no paid tier, or if the model is free and the tier has no amount above zero. */
  readonly paidTier: PaidTierPrice | null;
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

/** Returns the price of an API. The lists, filters, call plans, and pages of the registry all use this function. */
export function getPrice(manifest: Manifest): Price {
  const { model, free_tier: freeTier = null } = manifest.pricing;
  const paidTier: PaidTierPrice | null = manifest.pricing.paid_tier ?? null;
  const payment = getPayment(manifest);
  const hasPaidTier = paidTier !== null && (isAboveZero(paidTier.amount_usd) || isAboveZero(paidTier.amount));
  const isCharged = hasPaidTier || chargesCalls(manifest);
  const costsNothing = model === 'free' && !isCharged;
  const hasFreeTier = costsNothing || model === 'freemium' || (freeTier !== null && allowsCalls(freeTier));
  const costsMoney = isCharged || PAID_MODELS.has(model);
  return {
    model,
    expectation: costsNothing ? 'none' : getExpectation({ hasFreeTier, costsMoney, payment }),
    costsNothing,
    hasFreeTier,
    category: costsNothing ? 'free' : hasFreeTier ? 'free_tier' : costsMoney ? 'paid' : 'unknown',
    freeTier,
    paidTier: model === 'free' && !hasPaidTier ? null : paidTier,
    isAmountMissing: paidTier === null && PAID_MODELS.has(model),
    payment,
  };
}

/**
 * Returns the price of a row in lowercase words. Says `free` only if no call can cost money.
 */
export function describePrice(row: Pick<Row, 'pricing_model' | 'costs_nothing'>): string {
  if (row.costs_nothing) return 'free';
  if (row.pricing_model === 'free') return 'declared as free, but with a price';
  return row.pricing_model === 'unknown'
    ? 'price not stated'
    : title('pricing_models', row.pricing_model).toLowerCase();
}

const PAID_MODELS: ReadonlySet<Pricing['model']> = new Set(['per-query', 'subscription', 'tiered', 'usage_based']);

/** Returns whether the payment block charges for calls. In format 0.2 the block is a way to pay, and states no price. */
function chargesCalls(manifest: Manifest): boolean {
  if (!manifest.payment) return false;
  const payment = getPayment(manifest);
  return payment?.model !== 'free' || payment.rates.some(({ price }) => isAboveZero(price));
}

/**
 * An amount that is not a number counts as a price: the registry never calls an API free because of a typo. So does a
 * decimal that is too small for a double.
 */
function isAboveZero(amount: unknown): boolean {
  if (amount === undefined || amount === null) return false;
  return Number(amount) !== 0 || /[1-9]/.test(String(amount));
}

/** A limit of null is unlimited or unknown. */
function allowsCalls({ queries_per_day, queries_per_month }: FreeTier): boolean {
  return queries_per_day !== 0 && queries_per_month !== 0;
}

/** The payment contract takes precedence, because calls are charged by it. */
function getExpectation({
  hasFreeTier,
  costsMoney,
  payment,
}: Pick<Price, 'hasFreeTier' | 'payment'> & { readonly costsMoney: boolean }): CostExpectation {
  if (payment !== null && payment.model !== 'free') return 'paid';
  if (hasFreeTier) return 'free_tier';
  return costsMoney ? 'paid' : 'unknown';
}
