import { excerpt } from '../text/excerpt.ts';
import type { LintRule } from './rule.ts';

export const costHintContradiction: LintRule = {
  name: 'cost-hint-contradiction',
  severity: 'warning',
  hint: 'Correct the cost hint to match payment.rates, which define what agents pay.',
  anchor: 'lint-cost-hint-contradiction',
  reads: ['/payment', '/endpoints/*/cost_hint'],
  *check(manifest) {
    if (manifest.spec_version !== 'apimanifest-0.3' || !manifest.payment) return;
    const { currency, rates } = manifest.payment;
    for (const [index, { cost_hint }] of manifest.endpoints.entries()) {
      if (cost_hint === undefined) continue;
      const pointer = `/endpoints/${index}/cost_hint`;
      const prices = rates.filter(({ unit }) => unit === cost_hint.unit).map(({ price }) => Number(price));
      if (cost_hint.currency !== currency)
        yield {
          pointer: `${pointer}/currency`,
          message: `The cost hint is in ${excerpt(cost_hint.currency)}, but payment is in ${excerpt(currency)}.`,
          value: cost_hint.currency,
        };
      else if (prices.length > 0 && !prices.includes(Number(cost_hint.estimated_price)))
        yield {
          pointer: `${pointer}/estimated_price`,
          message: `No rate has this price for the unit ${excerpt(cost_hint.unit)}.`,
          value: cost_hint.estimated_price,
        };
    }
  },
};
