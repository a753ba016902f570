import type { LintRule } from './rule.ts';

export const freeWithPrice: LintRule = {
  name: 'free-with-price',
  severity: 'warning',
  hint: 'State a paid model, such as freemium, or remove the price.',
  anchor: 'lint-free-with-price',
  *check({ pricing, payment }) {
    if (pricing.model === 'free' && pricing.paid_tier)
      yield {
        pointer: '/pricing/paid_tier',
        message: 'The pricing model is free, but a paid tier is given.',
        value: pricing.paid_tier,
      };
    if (!payment || !('rates' in payment)) return;
    const free = pricing.model === 'free' ? 'pricing' : payment.model === 'free' ? 'payment' : undefined;
    const rate = payment.rates.findIndex(({ price }) => Number(price) > 0);
    if (free !== undefined && rate !== -1)
      yield {
        pointer: `/payment/rates/${rate}/price`,
        message: `The ${free} model is free, but a rate has a price.`,
        value: payment.rates[rate]?.price,
      };
  },
};
