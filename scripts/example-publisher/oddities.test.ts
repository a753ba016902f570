import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GuardedFetcher } from '#verify/fetch/fetch-result.ts';
import { createGuardedFetcher } from '#verify/fetch/guarded-fetch.ts';
import { verifyOrigin } from '#verify/verify-origin.ts';
import { DEFAULT_BEHAVIOR } from './behavior.ts';
import { createExampleManifest } from './example-manifest.ts';
import { createExamplePublisher, type ExamplePublisher } from './publisher.ts';

/** Conduct observed on real publishers, valid and invalid. */

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

const MANIFEST = createExampleManifest('https://daylight.registry-tests.net', DEFAULT_BEHAVIOR);
const [PLACES] = MANIFEST.endpoints;

async function reportOn(changes: object, services: { fetcher: GuardedFetcher } = { fetcher }) {
  publisher.set({ rewrite: manifest => ({ ...manifest, ...changes }) });
  const { report } = await verifyOrigin(publisher.origin, { ...services, now: Date.now });
  const findings = report.checks.find(({ name }) => name === 'lint')?.findings ?? [];
  return { report, remarks: findings.map(({ rule }) => rule) };
}

describe('a manifest with a common mistake', () => {
  test.each<[string, object, string]>([
    ['endpoints as an object', { endpoints: { places: PLACES } }, '/endpoints'],
    ['a version with two numbers', { version: '1.0' }, '/version'],
    ['a version with a "v" prefix', { version: 'v1.0.0' }, '/version'],
    ['an older format', { spec_version: 'apimanifest-0.1' }, '/spec_version'],
    ['an unknown category', { categories: ['astronomy'] }, '/categories/0'],
    ['a date without a time', { last_updated: '2026-11-01' }, '/last_updated'],
    ['notes that are one character too short', { agent_notes: `${'ü'.repeat(148)}𝄞` }, '/agent_notes'],
    [
      'payment without an onboarding method',
      { payment: { model: 'per_request', currency: 'USD', rates: [], settlement: { type: 'real_time' } } },
      '/payment/onboarding',
    ],
  ])('fails with a JSON Pointer: %s', async (_, changes, pointer) => {
    const { report } = await reportOn(changes);
    expect(report).toMatchObject({ passed: false, retryable: false, errors: [{ pointer }] });
    expect(publisher.requests).toHaveLength(1);
  });
});

describe('an unusual but valid manifest', () => {
  test('passes with notes of the minimum length, counted in code points', async () => {
    expect((await reportOn({ agent_notes: `${'ü'.repeat(149)}𝄞` })).report.passed).toBe(true);
  });

  test('passes with unknown members at each level, with a warning about a misplaced one', async () => {
    const endpoints = [{ ...PLACES, operationId: 'places', tags: ['x'] }];
    const { report, remarks } = await reportOn({ $schema: 'x', maintained_by: 'organization', endpoints });
    expect(report).toMatchObject({ passed: true, errors: [] });
    expect(remarks).toContain('misplaced-maintainer');
  });

  test('passes with markup in descriptions, with a warning', async () => {
    const { report, remarks } = await reportOn({ description: `<p>${MANIFEST.description}</p>` });
    expect(report.passed).toBe(true);
    expect(remarks).toContain('html-in-text');
  });

  test('passes with fragments, query strings, spaces, and placeholders in paths', async () => {
    const paths = [
      '/v1/places#Action=List',
      '/v1/moon?date=2026-11-01',
      '/v1/two words',
      '/v1/places/:id',
      '/v1/{x}',
      '//v1/places',
    ];
    const { report } = await reportOn({ endpoints: paths.map(path => ({ ...PLACES, path })) });
    expect(report).toMatchObject({ passed: true, endpoints_reachable: true });
    expect(publisher.requests.slice(1)).toEqual([
      'GET /v1/places',
      'GET //v1/places',
      'GET /v1/moon?date=2026-11-01',
      'GET /v1/two%20words',
      expect.stringMatching(/^GET \/no-such-path-[\w-]+$/),
    ]);
  });

  test('passes with a thousand endpoints after five probes and a control request', async () => {
    const endpoints = Array.from({ length: 1_000 }, (_, index) => ({ ...PLACES, path: `/v1/places?page=${index}` }));
    const { report } = await reportOn({ endpoints });
    expect(report).toMatchObject({ passed: true, endpoints_reachable: true });
    expect(publisher.requests).toHaveLength(7);
  });

  test('passes with a size of 900 KB, but not of 1.1 MB', async () => {
    const { report, remarks } = await reportOn({ x_notes: 'x'.repeat(900_000) });
    expect(report.passed).toBe(true);
    expect(remarks).toContain('large-manifest');
    const tooLarge = await reportOn({ x_notes: 'x'.repeat(1_100_000) });
    expect(tooLarge.report.checks[0]).toMatchObject({ name: 'manifest_reachable', outcome: 'failed' });
  });

  test('passes with a last_updated time that changes with each request', async () => {
    let second = 0;
    publisher.set({ rewrite: manifest => ({ ...manifest, last_updated: `2026-11-01T00:00:0${second++}Z` }) });
    const services = { fetcher, now: Date.now };
    const first = await verifyOrigin(publisher.origin, services);
    const next = await verifyOrigin(publisher.origin, services, first.document);
    expect(next).toMatchObject({ report: { passed: true }, document: { notModified: false } });
    expect(next.document?.sha256).not.toBe(first.document?.sha256);
  });
});

describe('a publisher that hangs', () => {
  const impatient = (): GuardedFetcher => ({
    ...fetcher,
    fetch: request => fetcher.fetch({ ...request, deadlineMs: 100 }),
  });

  test('gets an inconclusive result for its manifest', async () => {
    publisher.set({ manifestFailure: 'hang' });
    const { report } = await reportOn({}, { fetcher: impatient() });
    expect(report).toMatchObject({ passed: false, retryable: true });
    expect(report.checks[0]?.evidence[0]).toMatchObject({ status: null, note: expect.stringContaining('timed out') });
  });

  test('gets inconclusive results and no badges for its endpoints', async () => {
    publisher.set({ endpointFailure: 'hang', auth: true, payment: 'x402-v2' });
    const { report } = await reportOn({}, { fetcher: impatient() });
    expect(report).toMatchObject({ passed: false, schema_valid: true, retryable: true, badges: [] });
    expect(report.checks.slice(3).map(({ outcome }) => outcome)).toEqual([
      'inconclusive',
      'inconclusive',
      'inconclusive',
    ]);
  });
});
