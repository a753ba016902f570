import { paymentOf } from '#listing/row.ts';
import type { CostHint, Manifest, Payment, Pricing, Pricing02 } from '#manifest/manifest.ts';
import type { DeclaredEndpoint } from './find-endpoint.ts';

/** The expected cost of a call, as the publisher declares it (specification, sections 2.1.1 to 2.1.3). */
export interface Cost {
  /** `none`: free; `free_tier`: free up to a limit; `unknown`: the manifest does not declare a price. */
  readonly expectation: 'none' | 'free_tier' | 'paid' | 'unknown';
  readonly pricing_model: string;
  /** The publisher's estimate for this endpoint. */
  readonly estimate: CostHint | null;
  readonly free_tier: object | null;
  readonly paid_tier: object | null;
  /** The machine-executable contract without onboarding, which is part of the credentials. */
  readonly payment: Omit<Payment, 'onboarding'> | null;
}

export function getCost(manifest: Manifest, endpoint: DeclaredEndpoint): Cost {
  const { model, free_tier = null, paid_tier = null } = manifest.pricing;
  const payment = paymentOf(manifest);
  const estimate = ('cost_hint' in endpoint && endpoint.cost_hint) || null;
  return {
    expectation: getExpectation(manifest.pricing, payment, estimate),
    pricing_model: model,
    estimate,
    free_tier,
    paid_tier,
    payment: payment && withoutOnboarding(payment),
  };
}

/** The estimate for the endpoint has precedence, then the payment contract, then the pricing. */
function getExpectation(
  { model, free_tier }: Pricing | Pricing02,
  payment: Payment | null,
  estimate: CostHint | null,
): Cost['expectation'] {
  if (estimate !== null) return isZero(estimate.estimated_price) ? 'none' : 'paid';
  if (payment !== null) return payment.model === 'free' ? 'none' : 'paid';
  if (model === 'free') return 'none';
  if (model === 'freemium' || free_tier) return 'free_tier';
  return model === 'unknown' || model === 'pay-what-you-want' ? 'unknown' : 'paid';
}

function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

function withoutOnboarding({ onboarding, ...payment }: Payment): Omit<Payment, 'onboarding'> {
  return payment;
}
