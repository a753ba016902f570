import fc from 'fast-check';
import type { Manifest03, Payment, Pricing } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import { sampleManifest } from './listing.fixture.ts';

const decimal = fc.constantFrom('0', '0.00', '0.000000', '0.0001', '1', '19.00');
const limit = fc.constantFrom(null, 0, 1000);

const pricing: fc.Arbitrary<Pricing> = fc.record(
  {
    model: fc.constantFrom(...values('pricing_models'), 'free' as const, 'free' as const),
    free_tier: fc.option(fc.record({ queries_per_day: limit, queries_per_month: limit }, { requiredKeys: [] })),
    paid_tier: fc.option(
      fc.record(
        {
          unit: fc.constant('month'),
          description: fc.constant('A plan.'),
          amount_usd: fc.constantFrom(0, 0.001, 49),
          amount: decimal,
          currency: fc.constant('EUR'),
        },
        { requiredKeys: ['unit', 'description'] },
      ),
    ),
  },
  { requiredKeys: ['model'] },
);

const payment: fc.Arbitrary<Payment> = fc.record({
  model: fc.constantFrom(...values('payment_models'), 'free' as const, 'free' as const),
  currency: fc.constant('USD'),
  rates: fc.array(fc.record({ unit: fc.constant('request'), price: decimal }), { maxLength: 3 }),
  settlement: fc.constant({ type: 'real_time' } as const),
});

/** Manifests with any combination of prices in their pricing and payment blocks. */
export const pricedManifests: fc.Arbitrary<Manifest03> = fc
  .record({ pricing, payment: fc.option(payment) })
  .map(terms => sampleManifest(terms));

/** Whether a call can cost money, by the words of the design and without the code of the registry. */
export function canCharge({ pricing: { model, paid_tier }, payment: contract }: Manifest03): boolean {
  const amounts = [paid_tier?.amount_usd, paid_tier?.amount, ...(contract?.rates ?? []).map(({ price }) => price)];
  const isFreeContract = contract === null || contract === undefined || contract.model === 'free';
  return model !== 'free' || !isFreeContract || amounts.some(amount => Number(amount ?? 0) > 0);
}
