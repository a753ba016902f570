import type { Manifest, PaidTier } from '../manifest.ts';
import type { LintRule, Remark } from './rule.ts';

export const freeWithPrice: LintRule = {
  name: 'free-with-price',
  severity: 'warning',
  hint: 'State a paid model, such as freemium, or remove the price.',
  anchor: 'lint-free-with-price',
  *check(manifest) {
    const tier = tierRemark(manifest);
    if (tier) yield tier;
    const free = freeModel(manifest);
    if (free === undefined) return;
    const price = rateRemark(manifest, free) ?? (tier ? undefined : hintRemark(manifest, free));
    if (price) yield price;
  },
};

function tierRemark({ pricing }: Manifest): Remark | undefined {
  const tier: PaidTier | null | undefined = pricing.paid_tier;
  if (pricing.model !== 'free' || !tier || (tier.amount_usd ?? Number(tier.amount)) === 0) return undefined;
  const message = 'The pricing model is free, but a paid tier is given.';
  return { pointer: '/pricing/paid_tier', message, value: tier };
}

/** Which model says that nothing is paid. */
function freeModel({ pricing, payment }: Manifest): 'pricing' | 'payment' | undefined {
  if (pricing.model === 'free') return 'pricing';
  return payment && 'rates' in payment && payment.model === 'free' ? 'payment' : undefined;
}

function rateRemark({ payment }: Manifest, free: string): Remark | undefined {
  const prices = payment && 'rates' in payment ? payment.rates.map(({ price }) => price) : [];
  const index = prices.findIndex(price => Number(price) > 0);
  if (index === -1) return undefined;
  const message = `The ${free} model is free, but a rate has a price.`;
  return { pointer: `/payment/rates/${index}/price`, message, value: prices[index] };
}

function hintRemark(manifest: Manifest, free: string): Remark | undefined {
  if (manifest.spec_version !== 'apimanifest-0.3') return undefined;
  const prices = manifest.endpoints.map(({ cost_hint }) => cost_hint?.estimated_price);
  const index = prices.findIndex(price => Number(price) > 0);
  if (index === -1) return undefined;
  const message = `The ${free} model is free, but a cost hint has a price.`;
  return { pointer: `/endpoints/${index}/cost_hint/estimated_price`, message, value: prices[index] };
}
