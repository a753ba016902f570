import { describe, expect, test } from 'vitest';
import { sampleObservation, sampleRecord, sampleReport } from '#listing/listing.fixture.ts';
import { listingOf } from '#listing/listing.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import type { Observation } from '#listing/observation.ts';
import { type ExplainContext, formatExplanation } from './explanation.ts';

const CHECK = { passed: false, severity: 'error', outcome: 'failed', evidence: [] } as const;
const report = sampleReport({
  passed: false,
  checks: [
    { ...CHECK, name: 'manifest_reachable', passed: true, outcome: 'passed', message: 'fine', hint: null },
    { ...CHECK, name: 'endpoints_reachable', message: 'None answered.\u001b[31m', hint: 'Start it.' },
  ],
});
const [FIRST, LATER, NEXT_DAY] = ['2026-11-20T08:00:00Z', '2026-11-20T20:00:00Z', '2026-11-21T08:00:00Z'];

function explain(
  observation: Partial<Observation> | undefined,
  record: Partial<ListingRecord> = {},
  circumstances: Partial<ExplainContext> = {},
): string {
  const seen = observation && sampleObservation({ report, ...observation });
  const listing = listingOf(sampleRecord('https://api.example.com', {}, record), seen);
  const now = Date.parse('2026-11-20T21:00:00Z');
  return formatExplanation(listing, { blockReason: undefined, past: [], gap: undefined, now, ...circumstances });
}

describe('the explanation of a listing', () => {
  test.each<[string, Partial<Observation> | undefined, Partial<ListingRecord>, readonly RegExp[]]>([
    [
      'verified',
      {},
      {},
      [/^Verified because it passed at 2026-11-20T06:00:00Z\.$/m, /lapses if two checks in a row fail/],
    ],
    ['verified', { last_checked_at: FIRST }, {}, [/check at 2026-11-20T08:00:00Z was inconclusive/]],
    [
      'verified',
      { failures: { count: 2, first_at: FIRST, last_at: LATER } },
      {},
      [
        /Since then, 2 checks failed from 2026-11-20T08:00:00Z to 2026-11-20T20:00:00Z/,
        /^It lapses if a check at or after 2026-11-21T08:00:00Z fails/m,
      ],
    ],
    [
      'lapsed',
      { failures: { count: 2, first_at: FIRST, last_at: NEXT_DAY } },
      {},
      [
        /^Lapsed because 2 checks in a row failed .* It last passed at 2026-11-20T06:00:00Z\.$/m,
        /^- endpoints_reachable: None answered\.\S* Start it\.$/m,
        /verified again when a check passes/,
      ],
    ],
    ['unverified', undefined, {}, [/no check is recorded/, /next revalidation checks it/]],
    [
      'unverified',
      { verified_at: null, failures: { count: 1, first_at: FIRST, last_at: FIRST } },
      {},
      [/never passed its checks: 1 check failed from 2026-11-20T08:00:00Z/],
    ],
    ['unverified', { verified_at: null }, {}, [/all checks were inconclusive/]],
    [
      'unverified',
      {},
      { source: { type: 'documentation', documentation_url: 'https://docs.example.com/' } },
      [/public documentation \(https:\/\/docs\.example\.com\/\)/, /manifest from the publisher replaces it/],
    ],
    [
      'withdrawn',
      {},
      { manifest: { ...sampleRecord('https://api.example.com').manifest, listing_requested: false } },
      [/because its manifest has listing_requested: false, since 2026-11-01T00:00:00Z/],
    ],
    [
      'withdrawn',
      {},
      { withdrawn: { at: FIRST, reason: 'asked by mail' } },
      [/a maintainer withdrew it at 2026-11-20T08:00:00Z: asked by mail/, /maintain -- restore/],
    ],
  ])('contains the status %s with its reason', (status, observation, record, words) => {
    const text = explain(observation, record);
    expect(text).toMatch(new RegExp(`^api\\.example\\.com is ${status}: Tide tables, https://api\\.example\\.com\n`));
    for (const each of words) expect(text).toMatch(each);
    expect(text).not.toContain('\u001b');
  });
});

test('reports an overdue check', () => {
  expect(explain({})).toMatch(/due at 2026-11-21T05:00:00Z\. Its deadline is 2026-11-21T12:00:00Z\.$/m);
  expect(explain({}, {}, { now: Date.parse('2026-11-21T13:00:00Z') })).toMatch(/The deadline has passed/);
});

test('plans no check of a blocked listing', () => {
  const text = explain({}, {}, { blockReason: 'it serves malware' });
  expect(text).toMatch(/blocked, .*: it serves malware$/m);
  expect(text).not.toMatch(/next (check|revalidation)/);
});

test('shows recent history up to a limit, and reports gaps in it', () => {
  const entry = { version: null, previous_version: null, breaking: false, differences: [], difference_count: 0 };
  const past = Array.from({ length: 20 }, () => ({ ...entry, at: FIRST, kind: 'lapsed', summary: 'failed' }) as const);
  const text = explain({}, {}, { past, gap: 'The clone is shallow.' });
  expect(text).toMatch(/newest first \(15 of 20\):\n {2}2026-11-20T08:00:00Z {2}lapsed: failed\n/);
  expect(text).toMatch(/ {2}Earlier entries are unknown: The clone is shallow\.$/);
});
