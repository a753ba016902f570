import { describe, expect, test } from 'vitest';
import { edited } from './fixtures/edit-manifest.ts';
import { full02, full03 } from './fixtures/full-manifests.ts';
import { refusedAt, validationResult } from './fixtures/validation-result.ts';
import { values } from './taxonomy.ts';

const ABSENT = undefined;
const onboarding = full03.payment?.onboarding;

/** Returns the full manifest with other members in its payment terms. */
function payment(members: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(members).reduce(
    (manifest, [name, value]) => edited(manifest, `/payment/${name}`, value),
    full03 as unknown,
  );
}

describe('rule 1: a paid model without a protocol requires onboarding', () => {
  const models = values('payment_models');
  const cases = models.flatMap(model =>
    [onboarding, ABSENT].flatMap(onboarding => ['x402', ABSENT].map(protocol => ({ model, onboarding, protocol }))),
  );
  test.each(cases)(
    'gives the expected result for $model, onboarding $onboarding.method, protocol $protocol',
    ({ model, onboarding, protocol }) => {
      const needed = model !== 'free' && protocol === ABSENT && onboarding === ABSENT;
      expect(refusedAt(payment({ model, onboarding, protocol }))).toBe(needed ? '/payment/onboarding' : undefined);
    },
  );

  test('checks only whether protocol and model are present', () => {
    expect(refusedAt(payment({ protocol: null, onboarding: ABSENT }))).toBe('/payment/protocol');
    expect(refusedAt(payment({ model: ABSENT, protocol: ABSENT, onboarding: ABSENT }))).toBe('/payment/model');
    const wrong = validationResult(payment({ model: 'paid', protocol: ABSENT, onboarding: ABSENT }));
    expect(wrong.findings.map(({ pointer }) => pointer)).toEqual(['/payment/model', '/payment/onboarding']);
  });

  test('explains the reason', () => {
    const { findings } = validationResult(payment({ protocol: ABSENT, onboarding: ABSENT }));
    expect(findings[0]?.message).toBe(
      'payment.onboarding is missing. A payment model other than free requires onboarding if there is no protocol.',
    );
  });

  test('does not require onboarding without payment terms', () => {
    expect(refusedAt(edited(full03, '/payment', null))).toBeUndefined();
    expect(refusedAt(edited(full03, '/payment', ABSENT))).toBeUndefined();
  });
});

describe('rule 2: postpaid settlement requires a cycle', () => {
  const cycles = [...values('settlement_cycles'), null, ABSENT];
  const cases = values('settlement_types').flatMap(type => cycles.map(cycle => ({ type, cycle })));
  test.each(cases)('gives the expected result for $type with cycle $cycle', ({ type, cycle }) => {
    const settlement = cycle === ABSENT ? { type } : { type, cycle };
    const needed = type === 'postpaid_cycle' && typeof cycle !== 'string';
    expect(refusedAt(payment({ settlement }))).toBe(needed ? '/payment/settlement/cycle' : undefined);
  });

  test.each(['', 'Monthly', 5, [], {}])('rejects the cycle %j with one finding', cycle => {
    for (const type of values('settlement_types'))
      expect(refusedAt(payment({ settlement: { type, cycle } }))).toBe('/payment/settlement/cycle');
  });
});

describe('rule 3: a protocol requires networks', () => {
  const cases = ['x402', ABSENT].flatMap(protocol => [['a:b'], ABSENT].map(networks => ({ protocol, networks })));
  test.each(cases)('gives the expected result for protocol $protocol, networks $networks', ({ protocol, networks }) => {
    const needed = protocol !== ABSENT && networks === ABSENT;
    expect(refusedAt(payment({ protocol, networks }))).toBe(needed ? '/payment/networks' : undefined);
  });
});

describe('paid_tier requires amount_usd, or amount with currency', () => {
  const paidTier = (price: object) =>
    edited(full03, '/pricing/paid_tier', { unit: 'request', description: 'Each.', ...price });
  const at = (member: string) => `/pricing/paid_tier/${member}`;
  test.each([
    [{ amount_usd: 1 }, undefined],
    [{ amount: '1', currency: 'EUR' }, undefined],
    [{ amount_usd: 1, amount: '1', currency: 'EUR' }, undefined],
    [{ amount_usd: 1, amount: '1' }, undefined],
    [{ amount_usd: 1, currency: 'EUR' }, undefined],
    [{}, at('amount_usd')],
    [{ amount: '1' }, at('currency')],
    [{ currency: 'EUR' }, at('amount')],
    [{ amount_usd: '1' }, at('amount_usd')],
    [{ amount_usd: null, amount: '1', currency: 'EUR' }, at('amount_usd')],
    [{ amount_usd: -1, amount: '1', currency: 'EUR' }, at('amount_usd')],
    [{ amount_usd: 1, amount: 1 }, at('amount')],
    [{ amount_usd: 1, currency: 'euro' }, at('currency')],
  ])('gives the expected result for %j', (price, pointer) => {
    expect(refusedAt(paidTier(price))).toBe(pointer);
  });

  test('requires amount_usd in format 0.2', () => {
    const old = edited(full02, '/pricing/paid_tier', {
      unit: 'request',
      description: 'Each.',
      amount: '1',
      currency: 'EUR',
    });
    expect(refusedAt(old, 'apimanifest-0.2')).toBe('/pricing/paid_tier/amount_usd');
  });
});
