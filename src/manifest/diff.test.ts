import { describe, expect, test } from 'vitest';
import { editManifest } from './diff/edit-manifest.fixture.ts';
import { richManifest, richManifest02 } from './diff/full-manifest.fixture.ts';
import { MANIFEST_CHANGE_KINDS } from './diff/kind.ts';
import { diffManifests, type ManifestChange } from './diff.ts';
import type { Manifest } from './manifest.ts';
import { sameManifest } from './same-manifest.ts';
import { validateManifest } from './validate.ts';

const rich = richManifest();
const line = ({ kind, breaking, pointer, text }: ManifestChange) =>
  `${breaking ? 'BREAKING ' : ''}${kind} ${pointer}: ${text}`;
const lines = (before: Manifest, after: Manifest) => diffManifests(before, after).map(line);

const endpoint = {
  path: '/v2/waves',
  method: 'GET',
  description: 'The waves of one harbor.',
  parameters: [],
  response_description: 'An array of wave heights.',
};

describe('differences', () => {
  test.each<[string, unknown, ...string[]]>([
    ['/name', 'Tides', 'name-changed /name: name "Tide tables" → "Tides"'],
    ['/version', '2.0.0', 'version-changed /version: version 1.2.0 → 2.0.0'],
    ['/description', 'x'.repeat(100), 'text-changed /description: description changed'],
    ['/categories/3', 'physics', 'category-added /categories/3: category physics added'],
    ['/categories/0', undefined, 'category-removed /categories/0: category geography removed'],
    ['/primary_category', 'live', 'value-changed /primary_category: primary category computational → live'],
    ['/homepage', undefined, 'address-removed /homepage: homepage removed'],
    ['/contact', 'mail@example.org', 'address-changed /contact: contact changed'],
    ['/contact/github', undefined, 'address-removed /contact/github: GitHub URL of the contact removed'],
    ['/listing_requested', false, 'value-changed /listing_requested: listing requested true → false'],
    ['/agent_notes', 'x'.repeat(150), 'text-changed /agent_notes: agent notes changed'],

    ['/endpoints/3', endpoint, 'endpoint-added /endpoints/3: endpoint GET /v2/waves added'],
    ['/endpoints/1', undefined, 'BREAKING endpoint-removed /endpoints/1: endpoint GET /v1/harbors removed'],
    [
      '/endpoints/1/method',
      'POST',
      'BREAKING endpoint-removed /endpoints/1: endpoint GET /v1/harbors removed',
      'endpoint-added /endpoints/1: endpoint POST /v1/harbors added',
    ],
    [
      '/endpoints/2/response_description',
      'Something else comes back.',
      'text-changed /endpoints/2/response_description: response description of POST /v1/alerts changed',
    ],
    [
      '/endpoints/1/x-cache/seconds',
      60,
      'member-changed /endpoints/1/x-cache/seconds: additional member x-cache.seconds of GET /v1/harbors changed',
    ],

    [
      '/endpoints/1/parameters/0',
      { name: 'near', type: 'string', required: true, description: 'A position.' },
      'BREAKING parameter-added /endpoints/1/parameters/0: required parameter near of GET /v1/harbors added',
    ],
    [
      '/endpoints/1/parameters/0',
      { name: 'near', type: 'string', required: false, description: 'A position.' },
      'parameter-added /endpoints/1/parameters/0: optional parameter near of GET /v1/harbors added',
    ],
    [
      '/endpoints/0/parameters/0',
      undefined,
      'BREAKING parameter-removed /endpoints/0/parameters/0: required parameter harbor of GET /v1/tides removed',
    ],
    [
      '/endpoints/0/parameters/1',
      undefined,
      'parameter-removed /endpoints/0/parameters/1: optional parameter day of GET /v1/tides removed',
    ],
    [
      '/endpoints/0/parameters/1/required',
      true,
      'BREAKING parameter-newly-required /endpoints/0/parameters/1/required: parameter day of GET /v1/tides newly required',
    ],
    [
      '/endpoints/0/parameters/0/required',
      false,
      'parameter-newly-optional /endpoints/0/parameters/0/required: parameter harbor of GET /v1/tides no longer required',
    ],
    [
      '/endpoints/0/parameters/1/type',
      'date',
      'BREAKING parameter-type-changed /endpoints/0/parameters/1/type: type of parameter day of GET /v1/tides string → date',
    ],
    [
      '/endpoints/0/parameters/1/type',
      'String',
      'parameter-type-changed /endpoints/0/parameters/1/type: type of parameter day of GET /v1/tides string → String',
    ],

    [
      '/endpoints/0/cost_hint/estimated_price',
      '0.011',
      'BREAKING price-raised /endpoints/0/cost_hint/estimated_price: estimated price of GET /v1/tides 0.01 → 0.011 USD',
    ],
    [
      '/endpoints/0/cost_hint',
      undefined,
      'cost-hint-removed /endpoints/0/cost_hint: estimated price of GET /v1/tides removed (0.01 USD per request)',
    ],
    [
      '/endpoints/0/cost_hint/unit',
      'query',
      'BREAKING price-unit-changed /endpoints/0/cost_hint/unit: unit of the estimated price of GET /v1/tides request → query',
    ],

    ['/pricing/model', 'free', 'pricing-model-changed /pricing/model: pricing model freemium → free'],
    [
      '/pricing/model',
      'subscription',
      'BREAKING pricing-model-changed /pricing/model: pricing model freemium → subscription',
    ],
    ['/pricing/model', 'unknown', 'pricing-model-changed /pricing/model: pricing model freemium → unknown'],
    ['/pricing/free_tier', null, 'BREAKING free-tier-removed /pricing/free_tier: free tier removed'],
    [
      '/pricing/free_tier/queries_per_day',
      50,
      'BREAKING limit-lowered /pricing/free_tier/queries_per_day: free queries per day 100 → 50',
    ],
    [
      '/pricing/free_tier/queries_per_month',
      2000,
      'limit-added /pricing/free_tier/queries_per_month: free queries per month newly declared: 2000',
    ],
    ['/pricing/paid_tier', undefined, 'paid-tier-removed /pricing/paid_tier: paid tier removed (17.50 EUR per month)'],
    [
      '/pricing/paid_tier/amount',
      '17.5',
      'price-restated /pricing/paid_tier/amount: price of the paid tier 17.50 → 17.5 EUR, which is equal',
    ],
    [
      '/pricing/paid_tier/amount_usd',
      19.01,
      'BREAKING price-raised /pricing/paid_tier/amount_usd: price of the paid tier 19 → 19.01 USD',
    ],
    [
      '/pricing/paid_tier/currency',
      'GBP',
      'BREAKING currency-changed /pricing/paid_tier/currency: currency of the paid tier EUR → GBP',
    ],

    [
      '/authentication/required',
      true,
      'BREAKING authentication-required /authentication/required: authentication newly required',
    ],
    [
      '/authentication/type',
      'oauth2',
      'BREAKING authentication-type-changed /authentication/type: authentication type api_key → oauth2',
    ],
    [
      '/authentication/type',
      'none',
      'authentication-type-changed /authentication/type: authentication type api_key → none',
    ],
    [
      '/authentication/type',
      null,
      'authentication-type-removed /authentication/type: authentication type removed (api_key)',
    ],
    [
      '/authentication/config/nested/deep',
      [],
      'member-changed /authentication/config/nested/deep: additional member nested.deep of the authentication config changed',
    ],

    ['/payment', null, 'BREAKING payment-removed /payment: payment terms removed'],
    ['/payment/model', 'free', 'payment-model-changed /payment/model: payment model per_request → free'],
    [
      '/payment/model',
      'prepaid_credits',
      'BREAKING payment-model-changed /payment/model: payment model per_request → prepaid_credits',
    ],
    ['/payment/currency', 'EUR', 'BREAKING currency-changed /payment/currency: currency of payment USD → EUR'],
    [
      '/payment/protocol',
      undefined,
      'BREAKING payment-protocol-removed /payment/protocol: payment protocol removed (x402)',
    ],
    [
      '/payment/networks/1',
      undefined,
      'BREAKING network-removed /payment/networks/1: settlement network nano:mainnet removed',
    ],
    [
      '/payment/rates/0/price',
      '0.02',
      'BREAKING price-raised /payment/rates/0/price: price of request 0.01 → 0.02 USD',
    ],
    [
      '/payment/rates/1/price',
      '0.0005',
      'price-lowered /payment/rates/1/price: price of request (tier pro) 0.005 → 0.0005 USD',
    ],
    ['/payment/rates/2', undefined, 'rate-removed /payment/rates/2: rate for alert removed (0.10 USD)'],
    [
      '/payment/rates/1',
      undefined,
      'BREAKING rate-removed /payment/rates/1: rate for request (tier pro) removed (0.005 USD)',
    ],
    [
      '/payment/rates/3',
      { unit: 'byte', price: '0.00001' },
      'BREAKING rate-added /payment/rates/3: rate for byte added (0.00001 USD)',
    ],
    [
      '/payment/rates/3',
      { unit: 'byte', price: '0.00' },
      'rate-added /payment/rates/3: rate for byte added (0.00 USD)',
    ],
    [
      '/payment/rates/3',
      { unit: 'request', price: '1', tier: 'gold' },
      'rate-added /payment/rates/3: rate for request (tier gold) added (1 USD)',
    ],
    ['/payment/onboarding', undefined, 'BREAKING onboarding-removed /payment/onboarding: onboarding removed'],
    [
      '/payment/onboarding/method',
      'PUT',
      'BREAKING onboarding-changed /payment/onboarding/method: onboarding method POST → PUT',
    ],
    [
      '/payment/onboarding/accepts/0',
      undefined,
      'BREAKING onboarding-proof-removed /payment/onboarding/accepts/0: onboarding proof signed_jwt removed',
    ],
    [
      '/payment/usage_endpoint',
      undefined,
      'BREAKING usage-endpoint-removed /payment/usage_endpoint: usage endpoint removed',
    ],
    [
      '/payment/settlement/type',
      'prepaid_debit',
      'BREAKING settlement-changed /payment/settlement/type: settlement postpaid_cycle → prepaid_debit',
    ],
    [
      '/payment/budget_controls/supports_spend_cap',
      undefined,
      'BREAKING budget-control-removed /payment/budget_controls/supports_spend_cap: support for a spend cap removed',
    ],
    [
      '/payment/budget_controls/supports_alerting',
      false,
      'budget-control-removed /payment/budget_controls/supports_alerting: support for alerts removed',
    ],
    ['/payment/refund_policy/type', 'none', 'value-changed /payment/refund_policy/type: refund policy prorated → none'],

    [
      '/reliability/maintained_by',
      'community',
      'value-changed /reliability/maintained_by: maintainer organization → community',
    ],
    [
      '/rate_limits/requests_per_minute',
      6,
      'BREAKING limit-lowered /rate_limits/requests_per_minute: requests per minute 60 → 6',
    ],
    [
      '/rate_limits/requests_per_day',
      null,
      'limit-removed /rate_limits/requests_per_day: requests per day no longer declared: 10000',
    ],
    ['/x-note~1~0', undefined, 'member-removed /x-note~1~0: additional member x-note/~ removed'],
  ])('use the terms of the format for %s with the new value %j', (pointer, value, ...expected) => {
    expect(lines(rich, editManifest(rich, [pointer, value]))).toEqual(expected);
  });
});

describe('related changes', () => {
  test('break nothing if a free tier becomes unnecessary or granted nothing', () => {
    const after = editManifest(rich, ['/pricing/free_tier', null], ['/pricing/model', 'free']);
    expect(diffManifests(rich, after).some(({ breaking }) => breaking)).toBe(false);
    const none = editManifest(rich, ['/pricing/free_tier', { queries_per_day: 0 }]);
    expect(lines(none, editManifest(rich, ['/pricing/free_tier', null]))).toEqual([
      'free-tier-removed /pricing/free_tier: free tier removed',
    ]);
  });

  test('leave prices in different currencies uncompared', () => {
    expect(lines(rich, editManifest(rich, ['/payment/currency', 'EUR'], ['/payment/rates/0/price', '0.001']))).toEqual([
      'BREAKING currency-changed /payment/currency: currency of payment USD → EUR',
      'price-changed /payment/rates/0/price: price of request 0.01 USD → 0.001 EUR',
    ]);
  });

  test('compare a price with the member that it replaces', () => {
    const dollars = editManifest(
      rich,
      ['/pricing/paid_tier/amount', undefined],
      ['/pricing/paid_tier/currency', undefined],
    );
    const amount = (value: string, currency: string) =>
      editManifest(
        rich,
        ['/pricing/paid_tier/amount_usd', undefined],
        ['/pricing/paid_tier/amount', value],
        ['/pricing/paid_tier/currency', currency],
      );
    const told = [
      'value-added /pricing/paid_tier/amount: amount of the paid tier added',
      'value-added /pricing/paid_tier/currency: currency of the paid tier added',
      'value-removed /pricing/paid_tier/amount_usd: amount usd of the paid tier removed',
    ];
    expect(lines(dollars, amount('20.00', 'USD'))).toEqual([
      'BREAKING price-raised /pricing/paid_tier: price of the paid tier 19 → 20.00 USD',
      ...told,
    ]);
    expect(lines(dollars, amount('19.00', 'USD'))).toEqual([
      'price-restated /pricing/paid_tier: price of the paid tier 19 → 19.00 USD, which is equal',
      ...told,
    ]);
    expect(lines(amount('18', 'EUR'), dollars)[0]).toBe(
      'BREAKING currency-changed /pricing/paid_tier: price of the paid tier 18 EUR → 19 USD',
    );
  });

  test('break agents if a protocol replaces onboarding, but not if a manifest adds one', () => {
    const without = editManifest(rich, ['/payment/protocol', undefined], ['/payment/networks', undefined]);
    expect(diffManifests(without, rich).some(({ breaking }) => breaking)).toBe(false);
    const only = editManifest(rich, ['/payment/onboarding', undefined]);
    expect(lines(without, only).slice(0, 2)).toEqual([
      'BREAKING payment-protocol-added /payment/protocol: payment protocol added (x402)',
      'BREAKING onboarding-removed /payment/onboarding: onboarding removed',
    ]);
  });

  test('break agents if payment becomes required', () => {
    const none = editManifest(rich, ['/payment', undefined]);
    expect(lines(none, rich)).toEqual(['BREAKING payment-added /payment: payment newly required (per_request)']);
    expect(lines(none, editManifest(rich, ['/payment/model', 'free']))).toEqual([
      'payment-added /payment: payment terms added (free)',
    ]);
  });

  test('include prepayment in format 0.2 and the migration to 0.3', () => {
    const old = richManifest02();
    expect(
      lines(old, editManifest(old, ['/payment/prepay_required', true], ['/payment/accepted_methods/0', undefined])),
    ).toEqual([
      'BREAKING prepayment-added /payment/prepay_required: payment in advance newly required',
      'payment-method-removed /payment/accepted_methods/0: payment method card removed',
    ]);
    expect(lines(old, rich)).toEqual(
      expect.arrayContaining([
        'format-changed /spec_version: format apimanifest-0.2 → apimanifest-0.3',
        'BREAKING payment-model-added /payment/model: payment model added (per_request)',
        'BREAKING authentication-type-changed /authentication/type: authentication type bearer → api_key',
        'authentication-not-required /authentication/required: authentication no longer required',
        'price-lowered /pricing/paid_tier/amount_usd: price of the paid tier 19.5 → 19 USD',
      ]),
    );
  });

  test('match duplicates by their other members', () => {
    const tiers = [
      { unit: 'request', price: '0.01', threshold: 0 },
      { unit: 'request', price: '0.005', threshold: 1000 },
    ];
    const before = editManifest(rich, ['/payment/rates', tiers]);
    expect(lines(before, editManifest(rich, ['/payment/rates', tiers.toReversed()]))).toEqual([
      'order-changed /payment/rates: order of rates changed',
    ]);
    const finer = [tiers[0], { unit: 'request', price: '0.008', threshold: 500 }, tiers[1]];
    expect(lines(before, editManifest(rich, ['/payment/rates', finer]))).toEqual([
      'rate-added /payment/rates/1: rate for request added (0.008 USD)',
    ]);
  });
});

describe('order', () => {
  test('matches moved endpoints and points into the new document', () => {
    const [first, second, third] = rich.endpoints;
    const moved = { ...third, description: 'Orders an alert well ahead of a tide.' };
    expect(lines(rich, editManifest(rich, ['/endpoints', [moved, endpoint, first, second]]))).toEqual([
      'text-changed /endpoints/0/description: description of POST /v1/alerts changed',
      'endpoint-added /endpoints/1: endpoint GET /v2/waves added',
      'order-changed /endpoints: order of endpoints changed',
    ]);
  });

  test('lists breaking changes first, then follows the specification', () => {
    const after = editManifest(
      rich,
      ['/name', 'Tides'],
      ['/rate_limits/requests_per_day', 5],
      ['/endpoints/1', undefined],
      ['/homepage', undefined],
      ['/pricing/support_url', null],
    );
    expect(diffManifests(rich, after).map(({ kind }) => kind)).toEqual([
      'endpoint-removed',
      'limit-lowered',
      'name-changed',
      'address-removed',
      'address-removed',
    ]);
  });
});

describe('an unchanged manifest', () => {
  test('has no differences after a new last_updated or another order of members', () => {
    const later = editManifest(rich, ['/last_updated', '2027-01-01T00:00:00Z']);
    const shuffled = Object.fromEntries(Object.entries(later).toReversed()) as unknown as Manifest;
    expect(diffManifests(rich, shuffled)).toEqual([]);
    expect(sameManifest(rich, shuffled)).toBe(true);
  });

  test('comes from valid and complete fixtures', () => {
    expect(validateManifest(richManifest()).findings).toEqual([]);
    expect(validateManifest(richManifest02()).findings).toEqual([]);
    expect(new Set(MANIFEST_CHANGE_KINDS).size).toBe(MANIFEST_CHANGE_KINDS.length);
  });
});
