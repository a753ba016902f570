import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '#contract/report.ts';
import { MANIFEST_PATH } from '#listing/origin.ts';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { type Verification, verifyOrigin } from '#verify/verify-origin.ts';
import type { Behavior } from './behavior.ts';
import { createExamplePublisher, type ExamplePublisher } from './publisher.ts';

let publisher: ExamplePublisher;
let fetcher: GuardedFetcher;

beforeEach(async () => {
  publisher = await createExamplePublisher();
  fetcher = createGuardedFetcher({ siteUrl: 'http://localhost:4321', local: true });
});

afterEach(async () => {
  await fetcher.close();
  await publisher.close();
});

type Known = Parameters<typeof verifyOrigin>[2];

async function verified(behavior: Partial<Behavior> = {}, known?: Known): Promise<Verification> {
  publisher.set(behavior);
  const faults: unknown[] = [];
  const services = { fetcher, now: Date.now, onError: (fault: unknown) => faults.push(fault) };
  const verification = await verifyOrigin(publisher.origin, services, known);
  expect(faults).toEqual([]);
  return verification;
}

function outcomes({ checks }: Report): Record<string, string> {
  return Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
}

describe('an honest publisher', () => {
  test('passes without warnings', async () => {
    const { report, document } = await verified();
    expect(report).toMatchObject({
      passed: true,
      url: publisher.origin,
      schema_valid: true,
      endpoints_reachable: true,
      badges: [],
    });
    expect(outcomes(report)).toEqual({
      manifest_reachable: 'passed',
      schema_valid: 'passed',
      lint: 'passed',
      endpoints_reachable: 'passed',
      auth_verified: 'skipped',
      payment_ready: 'skipped',
    });
    expect(document?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[Partial<Behavior>, readonly string[]]>([
    [{ auth: true }, ['auth-verified']],
    [{ payment: 'x402-v2' }, ['payment-ready']],
    [{ payment: 'x402-v1' }, ['payment-ready']],
    [{ payment: 'onboarding' }, ['payment-ready']],
    [{ auth: true, payment: 'onboarding' }, ['auth-verified', 'payment-ready']],
  ])('earns, with %j, the badges %j', async (behavior, badges) => {
    const { report } = await verified(behavior);
    expect(report).toMatchObject({ passed: true, badges, errors: [] });
    const rules = report.checks.find(({ name }) => name === 'lint')?.findings?.map(({ rule }) => rule) ?? [];
    // The lint correctly reports that a loopback URL works for no one else.
    expect(rules).toEqual(behavior.payment === 'onboarding' ? ['placeholder-address'] : []);
  });

  test('receives only GET and HEAD requests, once each, at few URLs', async () => {
    await verified({ auth: true, payment: 'onboarding' });
    expect(publisher.requests).toEqual([
      `GET ${MANIFEST_PATH}`,
      'GET /v1/places',
      'GET /v1/moon',
      'GET /v1/daylight?latitude=51.5&longitude=-0.1',
      'GET /v1/places/london/daylight',
      'HEAD /v1/keys',
    ]);
  });

  test('passes all checks again with an unchanged manifest', async () => {
    const { document } = await verified();
    if (!document) throw new Error('The first verification should have fetched the manifest.');
    const again = await verified({}, document);
    expect(again.document).toMatchObject({ notModified: true, sha256: document.sha256, value: document.value });
    expect(again.report).toMatchObject({ passed: true, endpoints_reachable: true });
    const changed = await verified({ version: '1.1.0' }, document);
    expect(changed.document).toMatchObject({ notModified: false, value: { version: '1.1.0' } });
  });

  test('passes if its manifest redirects within the origin', async () => {
    const { report } = await verified({ manifestFailure: 'redirect-within' });
    expect(report.passed).toBe(true);
    expect(report.checks[0]?.evidence[0]?.note).toBe(`redirected to ${publisher.origin}/manifest.json`);
  });

  test('passes if it opts out of being listed', async () => {
    const { report, document } = await verified({ listingRequested: false });
    expect(report.passed).toBe(true);
    expect(document?.value).toMatchObject({ listing_requested: false });
  });

  test('passes with a warning if its manifest starts with a byte-order mark', async () => {
    const { report } = await verified({ manifestFailure: 'byte-order-mark' });
    expect(report.passed).toBe(true);
    expect(report.checks.find(({ name }) => name === 'lint')?.findings).toMatchObject([{ rule: 'byte-order-mark' }]);
  });
});

describe('a publisher with manifest problems', () => {
  test.each<[Behavior['manifestFailure'], string, boolean]>([
    ['missing', 'failed', false],
    ['forbidden', 'failed', false],
    ['redirect-away', 'failed', false],
    ['page', 'failed', false],
    ['broken-json', 'failed', false],
    ['duplicate-key', 'failed', false],
    ['error', 'inconclusive', true],
  ])('does not pass with %s: %s', async (manifestFailure, outcome, retryable) => {
    const { report } = await verified({ manifestFailure });
    expect(report).toMatchObject({ passed: false, retryable, badges: [] });
    expect(report.errors.length).toBeGreaterThan(0);
    expect(outcomes(report).manifest_reachable).toBe(outcome);
    expect(publisher.requests).toEqual([`GET ${MANIFEST_PATH}`]);
  });

  test('gets a single error for another format', async () => {
    const { report } = await verified({ manifestFailure: 'other-format' });
    expect(report).toMatchObject({ passed: false, retryable: false, errors: [{ pointer: '/spec_version' }] });
  });

  test('passes with a hint for the wrong media type', async () => {
    const { report } = await verified({ manifestFailure: 'wrong-type' });
    expect(report.checks[0]).toMatchObject({ outcome: 'passed', hint: expect.stringContaining('application/json') });
  });

  test('gets the Retry-After delay of an error response', async () => {
    expect((await verified({ manifestFailure: 'error' })).retryAfter).toBe(120);
  });
});

describe('a publisher with endpoint problems', () => {
  test.each<[Behavior['endpointFailure'], string, boolean]>([
    ['missing', 'failed', false],
    ['error', 'inconclusive', true],
  ])('does not pass with %s: %s', async (endpointFailure, outcome, retryable) => {
    const { report } = await verified({ endpointFailure });
    expect(outcomes(report).endpoints_reachable).toBe(outcome);
    expect(report).toMatchObject({ passed: false, schema_valid: true, endpoints_reachable: false, retryable });
  });
});

describe('verification', () => {
  test.each(['invalid', 'wrong-resource', 'wrong-network'] as const)(
    'awards no badge for invalid payment requirements (%s), even if a discovery document lists prices',
    async paymentFailure => {
      const { report } = await verified({ payment: 'x402-v2', paymentFailure });
      expect(outcomes(report).payment_ready).toBe('failed');
      expect(report).toMatchObject({ passed: true, payment_flow_verified: false, badges: [] });
    },
  );

  test('awards no badge for a manifest that only claims to require credentials or payment', async () => {
    const { report } = await verified({
      rewrite: manifest => ({
        ...manifest,
        authentication: { required: true, type: 'api_key', instructions: 'Ask us for a key.' },
        payment: {
          model: 'per_request',
          currency: 'USD',
          protocol: 'x402',
          networks: ['eip155:84532'],
          rates: [],
          settlement: { type: 'real_time' },
        },
      }),
    });
    expect(outcomes(report)).toMatchObject({ auth_verified: 'failed', payment_ready: 'failed' });
    expect(report).toMatchObject({ passed: true, badges: [] });
  });

  test('awards no badge for a manifest that lists badges and results itself', async () => {
    const { report } = await verified({
      rewrite: manifest => ({
        ...manifest,
        badges: ['auth-verified', 'payment-ready'],
        passed: true,
        status: 'verified',
      }),
    });
    expect(report.badges).toEqual([]);
  });

  test('awards no badge for a discovery document or an onboarding URL of another publisher on loopback', async () => {
    const other = await createExamplePublisher({ behavior: { payment: 'onboarding' } });
    try {
      publisher.set({ payment: 'onboarding' });
      const { report } = await verified({
        rewrite: manifest =>
          JSON.parse(JSON.stringify(manifest).replaceAll(`${publisher.origin}/v1/keys`, `${other.origin}/v1/keys`)),
      });
      expect(outcomes(report).payment_ready).toBe('failed');
      expect(report.badges).toEqual([]);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
