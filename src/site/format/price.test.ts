import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import { getPrice } from '#listing/price.ts';
import type { Pricing } from '#manifest/manifest.ts';
import { formatCost, formatPaidTier, formatPayment, formatPrice } from './price.ts';

describe('formatPrice', () => {
  const month = { unit: 'month', description: 'A plan.', amount: '19.00', currency: 'EUR' };
  const cases: readonly (readonly [Pricing, string])[] = [
    [{ model: 'free' }, 'Free'],
    [
      { model: 'free', free_tier: { queries_per_day: 10_000, queries_per_month: null } },
      'Free: up to 10,000 queries per day',
    ],
    [{ model: 'free', paid_tier: { unit: 'x', description: '', amount_usd: 0 } }, 'Free'],
    [{ model: 'free', paid_tier: month }, 'Declared as free, but with a price: 19.00 EUR per month'],
    [
      { model: 'freemium', free_tier: { queries_per_day: 100, queries_per_month: 1000 }, paid_tier: month },
      'Freemium: free up to 100 queries per day, 1,000 per month, then 19.00 EUR per month',
    ],
    [{ model: 'freemium' }, 'Freemium'],
    [
      { model: 'per-query', paid_tier: { unit: 'request', description: '', amount_usd: 0.05 } },
      'Per query: 0.05 USD per request',
    ],
    [{ model: 'subscription', paid_tier: null }, 'Subscription: price not stated'],
    [
      { model: 'tiered', free_tier: { queries_per_day: 5 } },
      'Tiered: free up to 5 queries per day, further price not stated',
    ],
    [{ model: 'pay-what-you-want' }, 'Pay what you want'],
    [{ model: 'unknown' }, 'Not stated'],
    [{ model: 'unknown', free_tier: { queries_per_day: 0 } }, 'Not stated: free up to 0 queries per day'],
  ];

  test.each(cases)('formats %j as "%s"', (pricing, words) => {
    expect(formatPrice(getPrice({ ...sampleManifest(), pricing }))).toBe(words);
  });
});

describe('formatPaidTier', () => {
  test('shows both prices in different currencies', () => {
    expect(formatPaidTier({ unit: 'per month', amount: '1900.00', currency: 'EUR', amount_usd: 2050.5 })).toBe(
      '1,900.00 EUR (2,050.50 USD) per month',
    );
  });

  test('shows one price if both are equal', () => {
    expect(formatPaidTier({ unit: '/call', amount: '0.50', currency: 'USD', amount_usd: 0.5 })).toBe(
      '0.50 USD per call',
    );
  });

  test('ignores amounts in members that 0.2 does not define', () => {
    expect(formatPaidTier({ unit: '', amount: ['1'], currency: 7, amount_usd: 0.0001 })).toBe('0.0001 USD');
  });
});

test('keeps all digits of the price in a cost hint', () => {
  expect(formatCost({ unit: 'token', estimated_price: '1234.0000020', currency: 'x-credit' })).toBe(
    '1,234.0000020 x-credit per token',
  );
});

describe('formatPayment', () => {
  const settlement = { type: 'real_time' } as const;
  const rate = { unit: 'request', price: '0.05' };

  test('shows a single price', () => {
    expect(
      formatPayment({
        model: 'per_request',
        currency: 'USD',
        rates: [rate],
        settlement,
        protocol: 'x402',
        networks: ['a:b'],
      }),
    ).toBe('Per request: 0.05 USD per request, through x402');
  });

  test('counts the rates otherwise', () => {
    expect(formatPayment({ model: 'metered_usage', currency: 'USD', rates: [rate, rate], settlement })).toBe(
      'Metered usage: 2 rates in USD',
    );
    expect(formatPayment({ model: 'free', currency: 'USD', rates: [], settlement })).toBe('Free, in USD');
  });
});
