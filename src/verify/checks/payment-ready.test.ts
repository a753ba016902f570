import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Payment } from '#manifest/manifest.ts';
import { endpoint } from './endpoints.fixture.ts';
import { findResult, ORIGIN, type Scripted, verified } from './scripted-fetcher.fixture.ts';

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
  return { report, fetcher, result: findResult(report, 'payment_ready') };
}

describe('x402', () => {
  test('earns the badge for version 2 in the header, with an exact message', async () => {
    const { report, result, fetcher } = await paid({ [MOON]: required2() });
    expect(result).toMatchObject({ outcome: 'passed', severity: 'warning' });
    expect(result.message).toBe('GET /moon returns valid x402 requirements to an unpaid request (version 2).');
    expect(report).toMatchObject({ passed: true, payment_flow_verified: true, badges: ['payment-ready'] });
    expect(fetcher.requestLines).toHaveLength(2);
  });

  test('earns the badge for version 1 in the body', async () => {
    const { report, result } = await paid({ [MOON]: required1() });
    expect(result).toMatchObject({ outcome: 'passed', message: expect.stringContaining('version 1') });
    expect(report.badges).toEqual(['payment-ready']);
  });

  test('probes an endpoint without its required parameters if the others require no payment', async () => {
    const { report } = await paid({ [`${ORIGIN}/free`]: 200, [MOON]: required2() }, PAYMENT, [
      endpoint('/free'),
      endpoint('/moon', ['date!']),
    ]);
    expect(report.badges).toEqual(['payment-ready']);
  });

  test.each<[string, Scripted]>([
    ['for another URL', required2({}, `${ORIGIN}/sun`)],
    ['with an amount in words', required2({ amount: 'one dollar' })],
    ['on a network that the manifest does not declare', required2({ network: 'eip155:1' })],
    ['in version 1 for another URL', required1({ resource: 'https://other.example/' })],
    ['that are missing', { status: 402, body: 'Pay us.' }],
  ])('earns nothing for requirements %s, whatever the discovery document contains', async (_, answer) => {
    const { report, result, fetcher } = await paid({ [MOON]: answer });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: 'GET /moon returned 402, but its payment requirements are invalid.',
    });
    expect(result.hint).toMatch(/^GET \/moon: /);
    expect(report).toMatchObject({ passed: true, payment_flow_verified: false, badges: [] });
    expect(fetcher.requestLines).not.toContain(`GET ${WELL_KNOWN}`);
  });

  test.each<Scripted>([200, 401, 403, 404])('earns nothing for %s instead of 402', async status => {
    const { report, result } = await paid({ [MOON]: status, [WELL_KNOWN]: 404 });
    expect(result).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining(`GET /moon returned ${status}`),
    });
    expect(report.badges).toEqual([]);
  });

  test.each<Scripted>([503, 'timeout'])('gives an inconclusive result for %s instead of 402', async answer => {
    expect((await paid({ [MOON]: answer, [WELL_KNOWN]: 404 })).result.outcome).toBe('inconclusive');
  });

  test('skips the check without probes and discovery document', async () => {
    const endpoints = [endpoint('/moon', [], 'POST')];
    expect((await paid({ [MOON]: 405, [WELL_KNOWN]: 404 }, PAYMENT, endpoints)).result.outcome).toBe('skipped');
  });
});

describe('a discovery document', () => {
  const listed = { status: 200, body: { resources: [{ resource: MOON, accepts: [{ amount: '1', payTo: '0x1' }] }] } };
  const posted = [endpoint('/moon', [], 'POST')];
  const elsewhere: Payment = { ...PAYMENT, discovery_url: 'https://pay.example.net/x402.json' };

  test('earns the badge if it lists priced resources at the well-known path', async () => {
    const { report, result } = await paid({ [MOON]: 405, [WELL_KNOWN]: listed }, PAYMENT, posted);
    expect(result.message).toBe('The discovery document lists 1 priced resource of this API.');
    expect(report.badges).toEqual(['payment-ready']);
  });

  test('earns the badge at its declared URL, without a probe of the well-known path', async () => {
    const { report, fetcher } = await paid(
      { [MOON]: 405, 'https://pay.example.net/x402.json': listed },
      elsewhere,
      posted,
    );
    expect(report.badges).toEqual(['payment-ready']);
    expect(fetcher.requestLines).not.toContain(`GET ${WELL_KNOWN}`);
    expect(fetcher.requests.at(-1)).toMatchObject({ body: 'read', redirects: 'follow' });
  });

  test.each<[string, Scripted]>([
    ['is empty', { status: 200, body: { resources: [] } }],
    [
      'lists resources of another origin',
      {
        status: 200,
        body: { resources: [{ resource: 'https://other.example/', accepts: [{ amount: '1', payTo: '0x1' }] }] },
      },
    ],
    ['is HTML', { status: 200, body: '<html>' }],
    ['does not exist', 404],
    ['has a disallowed URL', { rejected: 'The address is not public.' }],
  ])('earns nothing if it %s', async (_, answer) => {
    const { report, result } = await paid(
      { [MOON]: 405, 'https://pay.example.net/x402.json': answer },
      elsewhere,
      posted,
    );
    expect(result.outcome).toBe('failed');
    expect(report.badges).toEqual([]);
  });

  test('gives an inconclusive result if it is temporarily unavailable', async () => {
    expect(
      (await paid({ [MOON]: 405, 'https://pay.example.net/x402.json': 503 }, elsewhere, posted)).result.outcome,
    ).toBe('inconclusive');
  });
});

describe('an onboarding URL', () => {
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
    'earns the badge if HEAD returns %j',
    async answer => {
      const { report, fetcher } = await ask({ [`HEAD ${URL}`]: answer });
      expect(report).toMatchObject({ payment_flow_verified: true, badges: ['payment-ready'] });
      expect(fetcher.requestLines.filter(asked => asked.endsWith(URL))).toEqual([`HEAD ${URL}`]);
    },
  );

  test.each<Scripted>([404, 500, 501, { status: 405, headers: { allow: 'GET' } }, 'connection-reset', 'our-side'])(
    'gets a GET request if HEAD returns %j',
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
    { rejected: 'Not public.' },
    'connection-refused',
  ])('earns nothing if it returns %j', async answer => {
    const { report, result } = await ask({ [URL]: answer });
    expect(result.outcome).toBe('failed');
    expect(report).toMatchObject({ passed: true, badges: [] });
  });

  test.each<Scripted>([503, 429, 'timeout'])('gives an inconclusive result if it returns %j', async answer => {
    expect((await ask({ [URL]: answer })).result.outcome).toBe('inconclusive');
  });
});

describe('payment terms of format 0.2', () => {
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
    return { report, result: findResult(report, 'payment_ready') };
  };
  const both = { checkout_url: CHECKOUT, key_provisioning_url: KEYS };

  test('earn the badge if their URLs respond', async () => {
    const { report } = await check(both, { [CHECKOUT]: 200, [`HEAD ${KEYS}`]: 405, [`GET ${KEYS}`]: 401 });
    expect(report).toMatchObject({ spec_version: 'apimanifest-0.2', badges: ['payment-ready'] });
  });

  test('require only the checkout if there is no key URL', async () => {
    expect(
      (await check({ checkout_url: CHECKOUT, key_provisioning_url: null }, { [CHECKOUT]: 200 })).report.badges,
    ).toEqual(['payment-ready']);
  });

  test.each<Scripted>([404, 402, 403])('earn nothing if a URL returns %s', async status => {
    const keys = await check(both, { [CHECKOUT]: 200, [KEYS]: status });
    const checkout = await check(both, { [CHECKOUT]: status, [KEYS]: 200 });
    expect(keys.result).toMatchObject({
      outcome: 'failed',
      message: `payment.checkout_url returned 200; payment.key_provisioning_url returned ${status}.`,
    });
    expect(checkout.result).toMatchObject({
      outcome: 'failed',
      message: `payment.checkout_url returned ${status}; payment.key_provisioning_url returned 200.`,
    });
    expect([...keys.report.badges, ...checkout.report.badges]).toEqual([]);
  });

  test('give an inconclusive result if a URL is temporarily unavailable', async () => {
    expect((await check(both, { [CHECKOUT]: 200, [KEYS]: 503 })).result.outcome).toBe('inconclusive');
  });

  test('cause one probe if both URLs are equal', async () => {
    const { result } = await check({ checkout_url: KEYS, key_provisioning_url: KEYS }, { [KEYS]: 200 });
    expect(result).toMatchObject({ outcome: 'passed', evidence: [expect.objectContaining({ url: KEYS })] });
  });

  test('skip the check if missing', async () => {
    expect((await check(undefined, {})).result.outcome).toBe('skipped');
  });
});

describe('a manifest without payment', () => {
  test.each([null, { ...PAYMENT, model: 'free' } as const])('skips the check', async payment => {
    const { report, result } = await paid({ [MOON]: 200 }, payment);
    expect(result.outcome).toBe('skipped');
    expect(report.badges).toEqual([]);
  });

  test('gets a warning if the API requires payment', async () => {
    const { report, result } = await paid({ [MOON]: required2() }, null);
    expect(result).toMatchObject({
      outcome: 'failed',
      message: 'The manifest declares no payment, but GET /moon returned 402.',
    });
    expect(report).toMatchObject({ passed: true, badges: [] });
  });
});
