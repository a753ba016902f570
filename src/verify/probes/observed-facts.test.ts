import { describe, expect, test } from 'vitest';
import { sampleManifest } from '#listing/listing.fixture.ts';
import type { Manifest03, Payment } from '#manifest/manifest.ts';
import { endpoint } from '../checks/endpoints.fixture.ts';
import { ORIGIN, type Scripted, scriptedFetcher, verified } from '../checks/scripted-fetcher.fixture.ts';
import { observeOrigin } from '../verify-origin.ts';

const PAYMENT: Payment = {
  model: 'per_request',
  currency: 'USD',
  rates: [{ unit: 'request', price: '0.01' }],
  settlement: { type: 'real_time' },
  protocol: 'x402',
  networks: ['eip155:84532'],
};
const REQUIRED = { required: true, type: 'api_key', instructions: 'Send X-Key.' } as const;

async function observe(paths: Readonly<Record<string, Scripted>>, changes: Partial<Manifest03> = {}) {
  const endpoints = Object.keys(paths).map(path => endpoint(path));
  const script = Object.fromEntries(Object.entries(paths).map(([path, answer]) => [ORIGIN + path, answer]));
  const discovery = { [`${ORIGIN}/.well-known/x402`]: 404 };
  const { observed } = await verified(sampleManifest({ endpoints, ...changes }), { ...discovery, ...script });
  return observed;
}

const codesOf = (observed: Awaited<ReturnType<typeof observe>>) => observed?.warnings.map(({ code }) => code);

describe('the observed facts of a check', () => {
  test('count the endpoints that responded', async () => {
    expect(await observe({ '/a': { status: 200, body: {}, ms: 80 }, '/b': 503, '/c': 401 })).toEqual({
      responding: true,
      endpoints_probed: 3,
      endpoints_responding: 2,
      last_responded_at: '2026-11-21T09:30:00Z',
      response_ms: 80,
      warnings: [],
    });
  });

  test.each<Scripted>([404, 500, 'timeout', 'connection-refused'])('report no response for %s', async answer => {
    expect(await observe({ '/a': answer })).toMatchObject({
      responding: false,
      endpoints_responding: 0,
      last_responded_at: null,
      response_ms: null,
    });
  });

  test.each<Scripted>(['our-side', 'dns-failed', { rejected: 'No.' }])('leave the state open for %j', async answer => {
    expect(await observe({ '/a': answer })).toMatchObject({ responding: null, endpoints_probed: 0 });
  });

  test.each<[Scripted, boolean | undefined]>([
    ['timeout', false],
    ['connection-refused', false],
    ['connection-reset', false],
    ['dns-not-found', false],
    ['unreachable', false],
    ['tls', false],
    ['protocol', false],
    [500, false],
    [503, false],
    [404, undefined],
    [429, undefined],
    ['our-side', undefined],
    ['dns-failed', undefined],
    ['too-large', undefined],
  ])('follow the manifest request if that is %s', async (answer, responding) => {
    const { observed } = await verified(null, { [`${ORIGIN}/.well-known/api-manifest.json`]: answer });
    expect(observed?.responding).toBe(responding);
  });

  test('come from the recorded manifest if the provider serves none', async () => {
    const fetcher = scriptedFetcher({ [`${ORIGIN}/a`]: 403 });
    const result = await observeOrigin(ORIGIN, sampleManifest({ endpoints: [endpoint('/a')] }), {
      fetcher,
      now: () => 0,
    });
    expect(result).toMatchObject({
      observed: { responding: true, endpoints_probed: 1, last_responded_at: '1970-01-01T00:00:00Z' },
      evidence: [{ url: `${ORIGIN}/a`, status: 403 }],
    });
    expect(fetcher.requestLines).toEqual([`GET ${ORIGIN}/a`]);
  });
});

describe('the endpoints of a provider', () => {
  test.each<[Readonly<Record<string, Scripted>>, boolean]>([
    [{ '/a': 404 }, true],
    [{ '/a': 404, '/b': 410, '/c': 418 }, true],
    [{ '/a': 'dns-not-found' }, true],
    [{ '/a': 418 }, false],
    [{ '/a': 404, '/b': 200 }, false],
    [{ '/a': 404, '/b': 401 }, false],
    [{ '/a': 404, '/b': 503 }, false],
    [{ '/a': 404, '/b': 'timeout' }, false],
  ])('with the responses %j are gone: %j', async (paths, isGone) => {
    const endpoints = Object.keys(paths).map(path => endpoint(path));
    const script = Object.fromEntries(Object.entries(paths).map(([path, answer]) => [ORIGIN + path, answer]));
    const context = { fetcher: scriptedFetcher(script), now: () => 0 };
    expect(await observeOrigin(ORIGIN, sampleManifest({ endpoints }), context)).toMatchObject({ isGone });
  });
});

describe('the warnings of a check', () => {
  test.each<[string, Readonly<Record<string, Scripted>>, Partial<Manifest03>, readonly string[]]>([
    ['credentials are required and not enforced', { '/a': 200 }, { authentication: REQUIRED }, ['auth_not_enforced']],
    ['credentials are enforced somewhere', { '/a': 200, '/b': 401 }, { authentication: REQUIRED }, []],
    ['credentials are enforced', { '/a': 403 }, { authentication: REQUIRED }, []],
    ['credentials are undeclared', { '/a': 401 }, {}, ['auth_undeclared']],
    ['credentials are undeclared for a part', { '/a': 401, '/b': 200 }, {}, []],
    [
      'payment is not enforced',
      { '/a': 200 },
      { pricing: { model: 'per-query' }, payment: PAYMENT },
      ['payment_not_enforced'],
    ],
    [
      'payment is not enforced where the API responds',
      { '/a': 200, '/b': 503 },
      { pricing: { model: 'per-query' }, payment: PAYMENT },
      ['payment_not_enforced'],
    ],
    ['payment is enforced', { '/a': 402, '/b': 200 }, { pricing: { model: 'per-query' }, payment: PAYMENT }, []],
    ['there is a free tier', { '/a': 200 }, { pricing: { model: 'freemium' }, payment: PAYMENT }, []],
    [
      'parameters are validated before payment',
      { '/a': 200, '/b': 400 },
      { pricing: { model: 'per-query' }, payment: PAYMENT },
      [],
    ],
    ['an endpoint is missing', { '/a': 200, '/b': 404, '/c': 410 }, {}, ['endpoint_missing']],
    ['an endpoint is unreachable', { '/a': 'connection-refused' }, {}, []],
    ['an endpoint fails', { '/a': 200, '/b': 500 }, {}, []],
    ['a free API charges', { '/a': 402 }, {}, ['charges_although_free']],
    ['a paid API charges', { '/a': 402 }, { pricing: { model: 'per-query' } }, []],
    [
      'an endpoint redirects to http',
      { '/a': { status: 301, headers: { location: 'http://api.example.com/a' } } },
      {},
      ['not_https'],
    ],
  ])('are %s', async (_, paths, changes, codes) => {
    expect(codesOf(await observe(paths, changes))).toEqual(codes);
  });

  test('respect the authentication of single endpoints', async () => {
    const open = { ...endpoint('/a'), authentication: 'none' };
    const closed = { ...endpoint('/b'), authentication: REQUIRED };
    const script = { [`${ORIGIN}/a`]: 200, [`${ORIGIN}/b`]: 401 };
    const first = await verified(sampleManifest({ endpoints: [open], authentication: REQUIRED }), script);
    const second = await verified(sampleManifest({ endpoints: [closed] }), script);
    expect([first, second].map(({ observed }) => codesOf(observed))).toEqual([[], []]);
  });

  test('ignore the success of an incomplete request', async () => {
    const manifest = sampleManifest({ endpoints: [endpoint('/a', ['q!'])], authentication: REQUIRED });
    const { observed } = await verified(manifest, { [`${ORIGIN}/a`]: 200 });
    expect(codesOf(observed)).toEqual([]);
  });

  test('name the endpoint and its response', async () => {
    const observed = await observe({ '/a': 402, '/b': 404 });
    expect(observed?.warnings).toEqual([
      { code: 'endpoint_missing', message: 'The manifest declares endpoints that do not exist: GET /b returned 404.' },
      {
        code: 'charges_although_free',
        message: 'The manifest declares that the API is free, but GET /a returned 402, which requests payment.',
      },
    ]);
  });
});
