import { type CostExpectation, getPrice } from '#listing/price.ts';
import type { CostHint, Manifest, Payment } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';

/** The expected cost of a call, as the manifest states it (sections 2.1.1 to 2.1.3). */
export interface Cost {
  readonly expectation: CostExpectation;
  readonly pricing_model: string;
  /** The estimate of the manifest for this endpoint. */
  readonly estimate: CostHint | null;
  readonly free_tier: object | null;
  readonly paid_tier: object | null;
  /** The payment contract without onboarding, which is part of the credentials. */
  readonly payment: Omit<Payment, 'onboarding'> | null;
}

/** Returns what a call costs. The estimate of an endpoint has priority over the price of the API. */
export function getCost(manifest: Manifest, endpoint: DeclaredEndpoint): Cost {
  const { model, free_tier = null, paid_tier = null } = manifest.pricing;
  const { expectation, payment } = getPrice(manifest);
  const estimate = getEstimate(manifest, endpoint);
  return {
    // The estimate of the endpoint is more specific than the price of the API.
    expectation: estimate === null ? expectation : isZero(estimate.estimated_price) ? 'none' : 'paid',
    pricing_model: model,
    estimate,
    free_tier,
    paid_tier,
    payment: payment && withoutOnboarding(payment),
  };
}

/** Returns the cost hint of an endpoint. In format 0.2, a member of this name can have any value, also one without a price. */
export function getEstimate({ spec_version }: Manifest, endpoint: DeclaredEndpoint): CostHint | null {
  return (spec_version === 'apimanifest-0.3' && 'cost_hint' in endpoint && endpoint.cost_hint) || null;
}

function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

function withoutOnboarding({ onboarding, ...payment }: Payment): Omit<Payment, 'onboarding'> {
  return payment;
}
