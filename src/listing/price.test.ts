import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Manifest03, Payment } from '#manifest/manifest.ts';
import { feedOf } from './feeds/feed.ts';
import { createHistory } from './history.ts';
import { sampleManifest, sampleRecord } from './listing.fixture.ts';
import { listingOf } from './listing.ts';
import { describePrice, getPrice, type Price } from './price.ts';
import { canCharge, pricedManifests } from './prices.fixture.ts';
import { toRow } from './row.ts';

const payment: Payment = { model: 'per_request', currency: 'USD', rates: [], settlement: { type: 'real_time' } };
const freePayment: Payment = { ...payment, model: 'free' };
const tiny = `0.${'0'.repeat(400)}1`;

describe('getPrice', () => {
  test.each<[string, Partial<Manifest03>, Price['expectation'], Price['category']]>([
    ['the model free', { pricing: { model: 'free' } }, 'none', 'free'],
    ['the model free and a free contract', { pricing: { model: 'free' }, payment: freePayment }, 'none', 'free'],
    ['only a free contract', { pricing: { model: 'unknown' }, payment: freePayment }, 'unknown', 'unknown'],
    ['a paid contract and the model free', { pricing: { model: 'free' }, payment }, 'paid', 'paid'],
    [
      'a price in a free contract',
      { pricing: { model: 'free' }, payment: { ...freePayment, rates: [{ unit: 'call', price: '0.001' }] } },
      'paid',
      'paid',
    ],
    [
      'a price in a free contract that is too small for a double',
      { pricing: { model: 'free' }, payment: { ...freePayment, rates: [{ unit: 'byte', price: tiny }] } },
      'paid',
      'paid',
    ],
    [
      'rates of zero in a free contract',
      { pricing: { model: 'free' }, payment: { ...freePayment, rates: [{ unit: 'call', price: '0.000' }] } },
      'none',
      'free',
    ],
    ['a free tier', { pricing: { model: 'tiered', free_tier: { queries_per_day: 9 } } }, 'free_tier', 'free_tier'],
    ['a free tier of no calls', { pricing: { model: 'tiered', free_tier: { queries_per_day: 0 } } }, 'paid', 'paid'],
    ['the model freemium', { pricing: { model: 'freemium' } }, 'free_tier', 'free_tier'],
    ['the model freemium and a paid contract', { pricing: { model: 'freemium' }, payment }, 'paid', 'free_tier'],
    ['the model subscription', { pricing: { model: 'subscription' } }, 'paid', 'paid'],
    ['the model pay-what-you-want', { pricing: { model: 'pay-what-you-want' } }, 'unknown', 'unknown'],
    ['the model unknown', { pricing: { model: 'unknown' } }, 'unknown', 'unknown'],
  ])('returns the price for %s', (_, terms, expectation, category) => {
    const costsNothing = category === 'free';
    const hasFreeTier = costsNothing || category === 'free_tier';
    expect(getPrice(sampleManifest(terms))).toMatchObject({ expectation, category, costsNothing, hasFreeTier });
  });

  test('returns that an API of format 0.2 with a way to pay can charge', () => {
    const { payment: _, ...manifest } = sampleManifest();
    const old = {
      ...manifest,
      spec_version: 'apimanifest-0.2',
      contact: 'tides@example.org',
      pricing: { model: 'free' },
      reliability: { maintained_by: 'community' },
      listing_requested: true,
    } as const;
    expect(getPrice(old)).toMatchObject({ expectation: 'none', costsNothing: true });
    expect(getPrice({ ...old, payment: { checkout_url: 'https://pay.example' } })).toMatchObject({
      expectation: 'paid',
      costsNothing: false,
    });
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

describe('for any pricing and payment block', () => {
  const bases = { registry: 'https://r.example', site: 'https://s.example' };

  test('a row costs nothing only if no call can cost money', () => {
    fc.assert(
      fc.property(pricedManifests, manifest => {
        const row = toRow(listingOf({ ...sampleRecord('https://api.example.com'), manifest }), bases);
        expect(row.costs_nothing).toBe(!canCharge(manifest));
        expect(row.free_tier).toBe(row.price === 'free' || row.price === 'free_tier');
        expect(row.costs_nothing).toBe(row.price === 'free');
        expect(describePrice(row) === 'free').toBe(!canCharge(manifest));
      }),
      { numRuns: 1000 },
    );
  });

  test('the feed item of a new listing claims no price', async () => {
    await fc.assert(
      fc.asyncProperty(pricedManifests, async manifest => {
        const record = { ...sampleRecord('https://api.example.com'), manifest };
        const { entries } = await createHistory(record.id, [{ at: record.updated_at, record }]);
        const { items } = feedOf([{ id: record.id, name: manifest.name, entries }], bases, 'APIs');
        expect(items).toHaveLength(1);
        expect(JSON.stringify(items)).not.toMatch(/\bfree\b/i);
      }),
    );
  });
});
