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

function told(
  observation: Partial<Observation> | undefined,
  record: Partial<ListingRecord> = {},
  circumstances: Partial<ExplainContext> = {},
): string {
  const seen = observation && sampleObservation({ report, ...observation });
  const listing = listingOf(sampleRecord('https://api.example.com', {}, record), seen);
  const now = Date.parse('2026-11-20T21:00:00Z');
  return formatExplanation(listing, { refused: undefined, past: [], gap: undefined, now, ...circumstances });
}

describe('the explanation of a listing', () => {
  test.each<[string, Partial<Observation> | undefined, Partial<ListingRecord>, readonly RegExp[]]>([
    ['verified', {}, {}, [/^Verified because it passed at 2026-11-20T06:00:00Z\.$/m, /lapses if two checks in a row/]],
    ['verified', { last_checked_at: FIRST }, {}, [/check at 2026-11-20T08:00:00Z could not decide/]],
    [
      'verified',
      { failures: { count: 2, first_at: FIRST, last_at: LATER } },
      {},
      [
        /although 2 checks failed since: the first at 2026-11-20T08:00:00Z, the last at 2026-11-20T20:00:00Z/,
        /^It lapses if a check at or after 2026-11-21T08:00:00Z fails/m,
      ],
    ],
    [
      'lapsed',
      { failures: { count: 2, first_at: FIRST, last_at: NEXT_DAY } },
      {},
      [
        /^Lapsed because it failed 2 checks in a row, .* It had passed at 2026-11-20T06:00:00Z\.$/m,
        /^- endpoints_reachable: None answered\.\S* Start it\.$/m,
        /verified again as soon as a check passes/,
      ],
    ],
    ['unverified', undefined, {}, [/no check of it is noted/, /checked by the next re-validation/]],
    [
      'unverified',
      { verified_at: null, failures: { count: 1, first_at: FIRST, last_at: FIRST } },
      {},
      [/never passed: 1 check failed, the first at 2026-11-20T08:00:00Z/],
    ],
    ['unverified', { verified_at: null }, {}, [/no check of it could decide/]],
    [
      'unverified',
      {},
      { source: { type: 'documentation', documentation_url: 'https://docs.example.com/' } },
      [/public documentation \(https:\/\/docs\.example\.com\/\)/, /gives way to the publisher's own/],
    ],
    [
      'withdrawn',
      {},
      { manifest: { ...sampleRecord('https://api.example.com').manifest, listing_requested: false } },
      [/because its manifest says listing_requested: false, since 2026-11-01T00:00:00Z/],
    ],
    [
      'withdrawn',
      {},
      { withdrawn: { at: FIRST, reason: 'asked by mail' } },
      [/the registry took it back at 2026-11-20T08:00:00Z: asked by mail/, /maintain -- restore/],
    ],
  ])('contains the status %s with its reason', (status, observation, record, words) => {
    const text = told(observation, record);
    expect(text).toMatch(new RegExp(`^api\\.example\\.com is ${status}: Tide tables, https://api\\.example\\.com\n`));
    for (const each of words) expect(text).toMatch(each);
    expect(text).not.toContain('\u001b');
  });
});

test('reports an overdue check', () => {
  expect(told({})).toMatch(/due at 2026-11-21T06:00:00Z, and promised by 2026-11-21T12:00:00Z\.$/m);
  expect(told({}, {}, { now: Date.parse('2026-11-21T13:00:00Z') })).toMatch(/That is past/);
});

test('plans no check of a blocked listing', () => {
  const text = told({}, {}, { refused: 'it serves malware' });
  expect(text).toMatch(/refused, .*: it serves malware$/m);
  expect(text).not.toMatch(/next check/);
});

test('shows recent history up to a limit, and reports gaps in it', () => {
  const entry = { version: null, previous_version: null, breaking: false, differences: [], difference_count: 0 };
  const past = Array.from({ length: 20 }, () => ({ ...entry, at: FIRST, kind: 'lapsed', summary: 'failed' }) as const);
  const text = told({}, {}, { past, gap: 'The clone is shallow.' });
  expect(text).toMatch(/newest first \(15 of 20\):\n {2}2026-11-20T08:00:00Z {2}lapsed: failed\n/);
  expect(text).toMatch(/ {2}The rest is not known: The clone is shallow\.$/);
});
