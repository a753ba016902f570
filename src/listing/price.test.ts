import { describe, expect, test } from 'vitest';
import type { Manifest03, Payment } from '#manifest/manifest.ts';
import { values } from '#manifest/taxonomy.ts';
import { sampleManifest, sampleRecord } from './listing.fixture.ts';
import { listingOf } from './listing.ts';
import { getPrice, isFree } from './price.ts';
import { toRow } from './row.ts';

const payment: Payment = { model: 'per_request', currency: 'USD', rates: [], settlement: { type: 'real_time' } };
const freePayment: Payment = { ...payment, model: 'free' };

describe('getPrice', () => {
  test.each<[string, Partial<Manifest03>, string, boolean]>([
    ['the model free', { pricing: { model: 'free' } }, 'none', true],
    ['a free payment contract', { pricing: { model: 'unknown' }, payment: freePayment }, 'none', true],
    ['a paid contract and the model free', { pricing: { model: 'free' }, payment }, 'paid', true],
    ['a free tier', { pricing: { model: 'tiered', free_tier: { queries_per_day: 9 } } }, 'free_tier', false],
    ['the model freemium', { pricing: { model: 'freemium' } }, 'free_tier', false],
    ['the model subscription', { pricing: { model: 'subscription' } }, 'paid', false],
    ['the model pay-what-you-want', { pricing: { model: 'pay-what-you-want' } }, 'unknown', false],
    ['the model unknown', { pricing: { model: 'unknown' } }, 'unknown', false],
  ])('returns the expectation and the free_only value for %s', (_, terms, expectation, free) => {
    expect(getPrice(sampleManifest(terms))).toMatchObject({ expectation, isFree: free });
  });

  test('omits a paid tier without an amount if the model is free', () => {
    const tier = { unit: 'month', description: 'Nothing.', amount_usd: 0 };
    expect(getPrice(sampleManifest({ pricing: { model: 'free', paid_tier: tier } }))).toMatchObject({
      paidTier: null,
      costsNothing: true,
    });
    expect(
      getPrice(sampleManifest({ pricing: { model: 'free', paid_tier: { ...tier, amount_usd: 1 } } })),
    ).toMatchObject({ paidTier: { amount_usd: 1 }, costsNothing: false });
  });

  test('reports a missing amount only for paid models without a paid tier', () => {
    const tier = { unit: 'month', description: 'A plan.', amount_usd: 5 };
    expect(getPrice(sampleManifest({ pricing: { model: 'subscription' } })).isAmountMissing).toBe(true);
    expect(getPrice(sampleManifest({ pricing: { model: 'subscription', paid_tier: tier } })).isAmountMissing).toBe(
      false,
    );
    expect(getPrice(sampleManifest({ pricing: { model: 'freemium' } })).isAmountMissing).toBe(false);
  });
});

test('isFree returns the same for a row as getPrice for its manifest', () => {
  const contracts = [null, ...values('payment_models').map(model => ({ ...payment, model }))];
  for (const model of values('pricing_models')) {
    for (const contract of contracts) {
      const record = sampleRecord('https://api.example.com', { pricing: { model }, payment: contract });
      const row = toRow(listingOf(record), { registry: 'https://r.example', site: 'https://s.example' });
      expect(isFree(row), `${model}, ${contract?.model}`).toBe(getPrice(record.manifest).isFree);
    }
  }
});
