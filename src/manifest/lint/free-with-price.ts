import { getPayment, type Manifest, type PaidTier } from '../manifest.ts';
import type { LintRule, Remark } from './rule.ts';

export const freeWithPrice: LintRule = {
  name: 'free-with-price',
  severity: 'warning',
  hint: 'Use a paid model, such as freemium, or remove the price.',
  anchor: 'lint-free-with-price',
  reads: ['/pricing', '/payment'],
  *check(manifest) {
    const tier = checkTier(manifest);
    if (tier) yield tier;
    const free = findFreeModel(manifest);
    if (free === undefined) return;
    const price = checkRates(manifest, free) ?? (tier ? undefined : checkCostHints(manifest, free));
    if (price) yield price;
  },
};

function checkTier({ pricing }: Manifest): Remark | undefined {
  const tier: PaidTier | null | undefined = pricing.paid_tier;
  if (pricing.model !== 'free' || !tier) return undefined;
  if ([tier.amount_usd, tier.amount].every(amount => Number(amount ?? 0) === 0)) return undefined;
  const message = 'The pricing model is free, but there is a paid tier.';
  return { pointer: '/pricing/paid_tier', message, value: tier };
}

/** Returns the member whose model is free. */
function findFreeModel(manifest: Manifest): 'pricing' | 'payment' | undefined {
  if (manifest.pricing.model === 'free') return 'pricing';
  return getPayment(manifest)?.model === 'free' ? 'payment' : undefined;
}

function checkRates(manifest: Manifest, free: string): Remark | undefined {
  const prices = getPayment(manifest)?.rates.map(({ price }) => price) ?? [];
  const index = prices.findIndex(price => Number(price) > 0);
  if (index === -1) return undefined;
  const message = `The ${free} model is free, but a rate has a price.`;
  return { pointer: `/payment/rates/${index}/price`, message, value: prices[index] };
}

function checkCostHints(manifest: Manifest, free: string): Remark | undefined {
  if (manifest.spec_version !== 'apimanifest-0.3') return undefined;
  const prices = manifest.endpoints.map(({ cost_hint }) => cost_hint?.estimated_price);
  const index = prices.findIndex(price => Number(price) > 0);
  if (index === -1) return undefined;
  const message = `The ${free} model is free, but a cost hint has a price.`;
  return { pointer: `/endpoints/${index}/cost_hint/estimated_price`, message, value: prices[index] };
}
