import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Payment } from '#manifest/manifest.ts';
import { endpoint } from './endpoints.fixture.ts';
import { ORIGIN, resultOf, type Scripted, verified } from './scripted-fetcher.fixture.ts';

const MOON = `${ORIGIN}/moon`;
const WELL_KNOWN = `${ORIGIN}/.well-known/x402`;
const offer = { scheme: 'exact', asset: '0x036C', payTo: '0x0001', maxTimeoutSeconds: 60 };
const PAYMENT: Payment = {
  model: 'per_request',
  currency: 'USD',
  protocol: 'x402',
  networks: ['eip155:84532'],
  rates: [],
  settlement: { type: 'real_time' },
};

function required2(changes: object = {}, resource = MOON): Scripted {
  const accepts = [{ ...offer, network: 'eip155:84532', amount: '1000', ...changes }];
  const required = { x402Version: 2, resource: { url: resource }, accepts };
  return { status: 402, headers: { 'payment-required': Buffer.from(JSON.stringify(required)).toString('base64') } };
}

function required1(changes: object = {}): Scripted {
  const accepts = [{ ...offer, network: 'base-sepolia', maxAmountRequired: '1000', resource: MOON, ...changes }];
  return { status: 402, body: { x402Version: 1, accepts } };
}

async function paid(
  script: Readonly<Record<string, Scripted>>,
  payment: Payment | null = PAYMENT,
  endpoints = [endpoint('/moon')],
) {
  const { report, fetcher } = await verified(sampleManifest({ endpoints, payment }), script);
  return { report, fetcher, result: resultOf(report, 'payment_ready') };
}

describe('x402', () => {
  test('version 2 in the header earns the badge, and says no more than was seen', async () => {
    const { report, result, fetcher } = await paid({ [MOON]: required2() });
    expect(result).toMatchObject({ outcome: 'passed', severity: 'warning' });
    expect(result.message).toBe('GET /moon answers an unpaid request with valid x402 requirements (version 2).');
    expect(report).toMatchObject({ passed: true, payment_flow_verified: true, badges: ['payment-ready'] });
    expect(fetcher.asked).toHaveLength(2);
  });

  test('version 1 in the body earns it too', async () => {
    const { report, result } = await paid({ [MOON]: required1() });
    expect(result).toMatchObject({ outcome: 'passed', message: expect.stringContaining('version 1') });
    expect(report.badges).toEqual(['payment-ready']);
  });

  test('an endpoint that requires parameters is asked without them where the others do not require payment', async () => {
    const { report } = await paid({ [`${ORIGIN}/free`]: 200, [MOON]: required2() }, PAYMENT, [
      endpoint('/free'),
      endpoint('/moon', ['date!']),
    ]);
    expect(report.badges).toEqual(['payment-ready']);
  });

  test.each<[string, Scripted]>([
    ['for another address', required2({}, `${ORIGIN}/sun`)],
    ['with an amount in words', required2({ amount: 'one dollar' })],
    ['on a network that the manifest does not declare', required2({ network: 'eip155:1' })],
    ['in version 1, for another address', required1({ resource: 'https://other.example/' })],
    ['that are missing', { status: 402, body: 'Pay us.' }],
  ])('requirements %s earn nothing, whatever a discovery document says', async (_, answer) => {
    const { report, result, fetcher } = await paid({ [MOON]: answer });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: 'GET /moon answered 402, but its payment requirements are not valid.',
    });
    expect(result.hint).toMatch(/^GET \/moon: /);
    expect(report).toMatchObject({ passed: true, payment_flow_verified: false, badges: [] });
    expect(fetcher.asked).not.toContain(`GET ${WELL_KNOWN}`);
  });

  test.each<Scripted>([200, 401, 403, 404])('%s in place of 402 earns nothing', async status => {
    const { report, result } = await paid({ [MOON]: status, [WELL_KNOWN]: 404 });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining(`GET /moon answered ${status}`),
    });
    expect(report.badges).toEqual([]);
  });

  test.each<Scripted>([503, 'timeout'])('%s in place of 402 is undecided', async answer => {
    expect((await paid({ [MOON]: answer, [WELL_KNOWN]: 404 })).result.outcome).toBe('inconclusive');
  });

  test('where nothing can be asked and nothing is published, it is skipped', async () => {
    const endpoints = [endpoint('/moon', [], 'POST')];
    expect((await paid({ [WELL_KNOWN]: 404 }, PAYMENT, endpoints)).result.outcome).toBe('skipped');
  });
});

describe('a discovery document', () => {
  const listed = { status: 200, body: { resources: [{ resource: MOON, accepts: [{ amount: '1', payTo: '0x1' }] }] } };
  const posted = [endpoint('/moon', [], 'POST')];
  const elsewhere: Payment = { ...PAYMENT, discovery_url: 'https://pay.example.net/x402.json' };

  test('at the well-known path that lists priced resources earns the badge', async () => {
    const { report, result } = await paid({ [WELL_KNOWN]: listed }, PAYMENT, posted);
    expect(result.message).toBe('The discovery document lists one priced resource of this API.');
    expect(report.badges).toEqual(['payment-ready']);
  });

  test('at the declared address too, and then the well-known path is not asked', async () => {
    const { report, fetcher } = await paid({ 'https://pay.example.net/x402.json': listed }, elsewhere, posted);
    expect(report.badges).toEqual(['payment-ready']);
    expect(fetcher.asked).not.toContain(`GET ${WELL_KNOWN}`);
  });

  test.each<[string, Scripted]>([
    ['is empty', { status: 200, body: { resources: [] } }],
    [
      "lists another origin's",
      {
        status: 200,
        body: { resources: [{ resource: 'https://other.example/', accepts: [{ amount: '1', payTo: '0x1' }] }] },
      },
    ],
    ['is a page', { status: 200, body: '<html>' }],
    ['is not there', 404],
    ['is not asked', { refused: 'The address is not public.' }],
  ])('that %s earns nothing', async (_, answer) => {
    const { report, result } = await paid({ 'https://pay.example.net/x402.json': answer }, elsewhere, posted);
    expect(result.outcome).toBe('failed');
    expect(report.badges).toEqual([]);
  });

  test('that cannot be had for now is undecided', async () => {
    expect((await paid({ 'https://pay.example.net/x402.json': 503 }, elsewhere, posted)).result.outcome).toBe(
      'inconclusive',
    );
  });
});

describe('onboarding', () => {
  const URL = 'https://accounts.example.net/onboard';
  const { protocol: _protocol, networks: _networks, ...terms } = PAYMENT;
  const onboarding: Payment = {
    ...terms,
    onboarding: {
      url: URL,
      method: 'POST',
      accepts: ['signed_jwt'],
      returns: { credential_type: 'api_key', credential_field: 'api_key', instructions: 'Send it as X-API-Key.' },
    },
  };
  const ask = (script: Readonly<Record<string, Scripted>>) => paid({ [MOON]: 200, ...script }, onboarding);

  test.each<Scripted>([200, 204, 401, 402, { status: 405, headers: { allow: 'OPTIONS, post' } }])(
    'that answers HEAD with %j earns the badge',
    async answer => {
      const { report, fetcher } = await ask({ [`HEAD ${URL}`]: answer });
      expect(report).toMatchObject({ payment_flow_verified: true, badges: ['payment-ready'] });
      expect(fetcher.asked.filter(asked => asked.endsWith(URL))).toEqual([`HEAD ${URL}`]);
    },
  );

  test.each<Scripted>([404, 500, 501, { status: 405, headers: { allow: 'GET' } }, 'connection-reset', 'our-side'])(
    'that answers HEAD with %j is asked with GET as well',
    async answer => {
      const { report, result } = await ask({ [`HEAD ${URL}`]: answer, [`GET ${URL}`]: 401 });
      expect(report.badges).toEqual(['payment-ready']);
      expect(result.evidence.map(({ method }) => method)).toEqual(['HEAD', 'GET']);
    },
  );

  test.each<Scripted>([
    403,
    404,
    301,
    405,
    { status: 405, headers: { allow: 'PUT, POSTS' } },
    { refused: 'Not public.' },
    'connection-refused',
  ])('that answers %j earns nothing', async answer => {
    const { report, result } = await ask({ [URL]: answer });
    expect(result.outcome).toBe('failed');
    expect(report).toMatchObject({ passed: true, badges: [] });
  });

  test.each<Scripted>([503, 429, 'timeout'])('that answers %j is undecided', async answer => {
    expect((await ask({ [URL]: answer })).result.outcome).toBe('inconclusive');
  });
});

describe('a payment block of format 0.2', () => {
  const CHECKOUT = 'https://pay.example.net/checkout';
  const KEYS = 'https://pay.example.net/keys';
  const { payment: _, ...rest } = sampleManifest({ endpoints: [endpoint('/moon')] });
  const manifest = (payment: object | undefined) => ({
    ...rest,
    spec_version: 'apimanifest-0.2',
    reliability: { maintained_by: 'individual' },
    listing_requested: true,
    ...(payment && { payment }),
  });
  const check = async (payment: object | undefined, script: Readonly<Record<string, Scripted>>) => {
    const { report } = await verified(manifest(payment), { [MOON]: 200, ...script });
    return { report, result: resultOf(report, 'payment_ready') };
  };
  const both = { checkout_url: CHECKOUT, key_provisioning_url: KEYS };

  test('whose addresses answer earns the badge', async () => {
    const { report } = await check(both, { [CHECKOUT]: 200, [`HEAD ${KEYS}`]: 405, [`GET ${KEYS}`]: 401 });
    expect(report).toMatchObject({ spec_version: 'apimanifest-0.2', badges: ['payment-ready'] });
  });

  test('without a key address needs the checkout alone', async () => {
    expect(
      (await check({ checkout_url: CHECKOUT, key_provisioning_url: null }, { [CHECKOUT]: 200 })).report.badges,
    ).toEqual(['payment-ready']);
  });

  test.each<Scripted>([404, 402, 403])('one of whose addresses answers %s earns nothing', async status => {
    const { report, result } = await check(both, { [CHECKOUT]: 200, [KEYS]: status });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('payment.key_provisioning_url'),
    });
    expect(report.badges).toEqual([]);
  });

  test('one of whose addresses cannot be had for now is undecided', async () => {
    expect((await check(both, { [CHECKOUT]: 200, [KEYS]: 503 })).result.outcome).toBe('inconclusive');
  });

  test('with one address for both asks once', async () => {
    const { result } = await check({ checkout_url: KEYS, key_provisioning_url: KEYS }, { [KEYS]: 200 });
    expect(result).toMatchObject({ outcome: 'passed', evidence: [expect.objectContaining({ url: KEYS })] });
  });

  test('that is missing is skipped', async () => {
    expect((await check(undefined, {})).result.outcome).toBe('skipped');
  });
});

describe('no payment', () => {
  test.each([null, { ...PAYMENT, model: 'free' } as const])('is skipped', async payment => {
    const { report, result } = await paid({ [MOON]: 200 }, payment);
    expect(result.outcome).toBe('skipped');
    expect(report.badges).toEqual([]);
  });

  test('and an API that asks for it all the same: a contradiction', async () => {
    const { report, result } = await paid({ [MOON]: required2() }, null);
    expect(result).toMatchObject({
      outcome: 'failed',
      message: 'The manifest declares no payment, but GET /moon answered 402.',
    });
    expect(report).toMatchObject({ passed: true, badges: [] });
  });
});
