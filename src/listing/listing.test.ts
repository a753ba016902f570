import { describe, expect, test } from 'vitest';
import type { DayResult } from '#contract/detail.ts';
import { detailOf } from './detail.ts';
import { sampleManifest, sampleObservation, sampleRecord, sampleReport } from './listing.fixture.ts';
import { listingOf } from './listing.ts';
import { recordFindings, recordPath, recordText } from './listing-record.ts';
import { observationFindings } from './observation.ts';
import { toRow } from './row.ts';

const bases = { registry: 'https://registry.example', site: 'https://site.example' };
const address = 'https://api.example.com:8443/v1';
const failures = { count: 2, first_at: '2026-11-18T06:00:00Z', last_at: '2026-11-19T06:00:00Z' };

describe('the status of a listing', () => {
  test.each([
    ['publisher, never checked', sampleRecord(address), undefined, 'unverified'],
    [
      'publisher, checked but never passed',
      sampleRecord(address),
      sampleObservation({ verified_at: null }),
      'unverified',
    ],
    ['publisher, passed', sampleRecord(address), sampleObservation(), 'verified'],
    ['one failure', sampleRecord(address), sampleObservation({ failures: { ...failures, count: 1 } }), 'verified'],
    [
      'two failures within 24 hours',
      sampleRecord(address),
      sampleObservation({ failures: { ...failures, last_at: '2026-11-19T05:59:59Z' } }),
      'verified',
    ],
    ['two failures 24 hours apart', sampleRecord(address), sampleObservation({ failures }), 'lapsed'],
    [
      'never passed and failing',
      sampleRecord(address),
      sampleObservation({ verified_at: null, failures }),
      'unverified',
    ],
    ['opted out', sampleRecord(address, { listing_requested: false }), sampleObservation(), 'withdrawn'],
    ['documentation', documentation(), undefined, 'unverified'],
    ['documentation with a forged observation', documentation(), sampleObservation(), 'unverified'],
  ])('depends on the record and the checks: %s', (_, record, observation, status) => {
    expect(listingOf(record, observation).status).toBe(status);
  });

  test('allows badges only while verified', () => {
    const badges = ['auth-verified'] as const;
    expect(listingOf(sampleRecord(address), sampleObservation({ badges })).badges).toEqual(badges);
    expect(listingOf(sampleRecord(address), sampleObservation({ badges, failures })).badges).toEqual([]);
    expect(listingOf(documentation(), sampleObservation({ badges })).badges).toEqual([]);
    expect(
      listingOf(sampleRecord(address, { listing_requested: false }), sampleObservation({ badges })).badges,
    ).toEqual([]);
  });

  test('changes with the record or a check', () => {
    expect(listingOf(sampleRecord(address)).changed_at).toBe('2026-11-01T00:00:00Z');
    expect(listingOf(sampleRecord(address), sampleObservation()).changed_at).toBe('2026-11-20T06:00:00Z');
  });
});

describe('a row', () => {
  test('has each specified member and no others', () => {
    expect(toRow(listingOf(sampleRecord(address), sampleObservation()), bases)).toEqual({
      id: 'api.example.com_8443',
      name: 'Tide tables',
      url: 'https://api.example.com:8443',
      description: sampleManifest().description,
      version: '1.2.0',
      primary_category: 'computational',
      categories: ['geography'],
      pricing_model: 'free',
      payment_model: null,
      payment_currency: null,
      settlement_type: null,
      supports_spend_cap: false,
      auth_required: false,
      authentication: 'none',
      maintained_by: null,
      badges: [],
      status: 'verified',
      source: 'publisher',
      created_at: '2026-11-01T00:00:00Z',
      updated_at: '2026-11-01T00:00:00Z',
      verified_at: '2026-11-20T06:00:00Z',
      last_checked_at: '2026-11-20T06:00:00Z',
      next_check_by: '2026-11-21T12:00:00Z',
      costs_nothing: true,
      free_tier: true,
      price: 'free',
      observed: {
        responding: null,
        endpoints_probed: 0,
        endpoints_responding: 0,
        last_responded_at: null,
        uptime_90d: null,
        response_ms: null,
        warnings: [],
      },
      links: {
        self: 'https://registry.example/listings/api.example.com_8443.json',
        manifest: 'https://api.example.com:8443/.well-known/api-manifest.json',
        html: 'https://site.example/apis/api.example.com_8443/',
      },
    });
  });

  test('takes payment from the payment terms', () => {
    const payment = {
      model: 'prepaid_credits',
      currency: 'x-credits',
      rates: [],
      settlement: { type: 'prepaid_debit' },
      budget_controls: { supports_spend_cap: true },
    } as const;
    expect(toRow(listingOf(sampleRecord(address, { payment })), bases)).toMatchObject({
      payment_model: 'prepaid_credits',
      payment_currency: 'x-credits',
      settlement_type: 'prepaid_debit',
      supports_spend_cap: true,
    });
  });

  test.each([
    [{ required: true, type: 'api_key', instructions: 'Send X-Key.' }, 'required'],
    [{ required: false, type: 'api_key' }, 'optional'],
    [{ required: false, type: 'none' }, 'none'],
    [{ required: false, type: null }, 'none'],
    [{ required: false }, 'none'],
  ] as const)('has, for the authentication %j, the value %s', (authentication, expected) => {
    expect(toRow(listingOf(sampleRecord(address, { authentication })), bases).authentication).toBe(expected);
  });

  test('has no payment for a 0.2 manifest, even with extra members', () => {
    const { spec_version: _, payment: __, ...rest } = sampleManifest();
    const manifest = {
      ...rest,
      spec_version: 'apimanifest-0.2',
      contact: 'tides@example.org',
      pricing: { model: 'free' },
      reliability: { maintained_by: 'community' },
      listing_requested: true,
      payment: {
        checkout_url: 'https://pay.example',
        model: 'per_request',
        currency: 'USD',
        settlement: { type: 'real_time' },
      },
    } as const;
    expect(toRow(listingOf({ ...sampleRecord(address), manifest }), bases)).toMatchObject({
      payment_model: null,
      payment_currency: null,
      settlement_type: null,
      supports_spend_cap: false,
      maintained_by: 'community',
    });
  });
});

describe('the observed facts of a row', () => {
  const warnings = [{ code: 'endpoint_missing', message: 'GET /v1/tides responds with 404.' }] as const;
  const observed = {
    responding: true,
    endpoints_probed: 3,
    endpoints_responding: 2,
    last_responded_at: '2026-11-20T06:00:00Z',
    response_ms: 41,
    warnings,
  };
  const results = [
    { date: '2026-11-18', outcome: 'passed', ms: 31 },
    { date: '2026-11-19', outcome: 'inconclusive', ms: null, checks: 1, responding_checks: 0 },
    { date: '2026-11-20', outcome: 'passed', ms: 31, checks: 2, responding_checks: 2 },
  ] as const;

  test.each([
    ['publishers', sampleRecord(address)],
    ['documentation', documentation()],
  ])('come from the checks, for records from %s', (_, record) => {
    const row = toRow(listingOf(record, sampleObservation({ observed, results })), bases);
    expect(row.observed).toEqual({ ...observed, uptime_90d: 66.66 });
    expect(row.last_checked_at).toBe('2026-11-20T06:00:00Z');
  });

  test('count for the uptime only in the 90 days up to the last check', () => {
    const dates = ['2025-11-20', '2026-08-22', '2026-08-23', '2026-11-20'];
    const counted = dates.map((date, index) => ({
      ...{ date, outcome: 'passed', ms: 1, checks: 1 },
      responding_checks: Number(index > 2),
    })) as DayResult[];
    const uptime = (results: readonly DayResult[]) =>
      listingOf(sampleRecord(address), sampleObservation({ observed, results })).observed.uptime_90d;
    expect([counted, counted.slice(0, 2), []].map(uptime)).toEqual([50, 0, null]);
  });

  test.each([
    [57, 100, 57],
    [43, 125, 34.4],
    [2, 3, 66.66],
    [999_999, 1_000_000, 99.99],
    [0, 7, 0],
    [7, 7, 100],
  ])('show %d responses to %d checks as an uptime of %d', (responding_checks, checks, uptime) => {
    const day = { date: '2026-11-20', outcome: 'passed', ms: 1, checks, responding_checks } as const;
    expect(listingOf(sampleRecord(address), sampleObservation({ results: [day] })).observed.uptime_90d).toBe(uptime);
  });

  test('never verify a record from documentation', () => {
    const badges = ['auth-verified'] as const;
    const row = toRow(listingOf(documentation(), sampleObservation({ observed, results, badges })), bases);
    expect(row).toMatchObject({ status: 'unverified', verified_at: null, badges: [] });
  });

  test('make an observation file invalid if they are malformed', () => {
    const valid = sampleObservation({ observed, results });
    expect(observationFindings(valid)).toEqual([]);
    const pointers = (changes: object) => observationFindings({ ...valid, ...changes }).map(({ pointer }) => pointer);
    for (const wrong of [
      null,
      { ...observed, responding: 'yes' },
      { ...observed, endpoints_probed: -1 },
      { ...observed, response_ms: -1 },
      { ...observed, last_responded_at: 'today' },
      { ...observed, warnings: [{ code: 'unknown', message: 'No.' }] },
    ])
      expect(pointers({ observed: wrong })).toEqual(['/observed']);
    const [day] = results.slice(2);
    expect(pointers({ results: [{ ...day, responding_checks: 3 }] })).toEqual(['/results']);
  });
});

test('adds the manifest, the contact, the report, and the results to the detail', () => {
  const results = [{ date: '2026-11-20', outcome: 'passed', ms: 31 }] as const;
  const record = sampleRecord(address);
  const listing = listingOf(record, sampleObservation({ results, report: sampleReport() }));
  expect(detailOf(listing, bases)).toEqual({
    ...toRow(listing, bases),
    claim: null,
    contact: 'tides@example.org',
    documentation_url: null,
    basis: null,
    identity_changed_at: null,
    withdrawn: null,
    manifest: record.manifest,
    report: sampleReport(),
    results,
  });
  expect(detailOf(listingOf(documentation()), bases)).toMatchObject({
    documentation_url: 'https://docs.example',
    report: null,
    results: [],
    links: { manifest: null },
  });
});

describe('a listing that a maintainer withdrew', () => {
  const withdrawn = { at: '2026-11-21T09:30:00Z', reason: 'It sends its users elsewhere.' };
  const record = { ...sampleRecord(address), withdrawn };

  test('has the status withdrawn, whatever the manifest and the checks say', () => {
    const listing = listingOf(record, sampleObservation());
    expect(listing).toMatchObject({ status: 'withdrawn', badges: [] });
    expect(detailOf(listing, bases).withdrawn).toEqual(withdrawn);
  });

  test('has a valid record', () => {
    const path = recordPath(record.id);
    expect(JSON.parse(recordText(record))).toEqual(record);
    expect(recordFindings(path, record)).toEqual([]);
    for (const wrong of [true, { at: withdrawn.at }, { ...withdrawn, reason: ' ' }, { ...withdrawn, at: 'today' }])
      expect(recordFindings(path, { ...record, withdrawn: wrong })).toMatchObject([{ pointer: '/withdrawn' }]);
  });
});

function documentation() {
  return {
    ...sampleRecord(address),
    source: { type: 'documentation', documentation_url: 'https://docs.example' },
  } as const;
}
