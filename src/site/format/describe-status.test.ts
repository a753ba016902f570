import { expect, test } from 'vitest';
import { listingOf } from '#listing/listing.ts';
import type { Observation } from '#listing/observation.ts';
import { plain } from '../fixtures/minimal-manifest.ts';
import { createPublisherRecord } from '../fixtures/registry.ts';
import { describeStatus } from './describe-status.ts';

const record = createPublisherRecord('https://a.example', plain);
const passed: Observation = {
  verified_at: '2026-11-20T03:00:00Z',
  last_checked_at: '2026-11-22T03:00:00Z',
  next_check_by: '2026-11-23T03:00:00Z',
  badges: [],
};
const words = (...given: Parameters<typeof listingOf>) => describeStatus(listingOf(...given)).join(' ');

test('explains why a listing was never checked', () => {
  expect(words(record)).toMatch(/^Not checked yet/);
  const source = { type: 'documentation', documentation_url: 'https://a.example/docs' } as const;
  expect(words({ ...record, source }, passed)).toBe(
    'Not verified: written from public documentation, because the provider serves no manifest.',
  );
});

test('shows the dates of a verified listing', () => {
  expect(words(record, passed)).toMatch(
    /passed the checks\. Last passed on 20 November 2026\. Last checked on 22 November 2026, next check by 23 November 2026\.$/,
  );
});

test('shows the date of a passed check once', () => {
  expect(words(record, { ...passed, last_checked_at: '2026-11-20T03:00:00Z' })).toMatch(
    /passed the checks\. Last checked on 20 November 2026, next check by 23 November 2026\.$/,
  );
});

test('counts failures of verified and lapsed listings', () => {
  const failures = { count: 1, first_at: '2026-11-21T03:00:00Z', last_at: '2026-11-22T03:00:00Z' };
  expect(words(record, { ...passed, failures })).toContain('1 failed check since 21 November 2026.');
  expect(words(record, { ...passed, failures: { ...failures, count: 2 } })).toMatch(
    /^Was verified.*2 failed checks since/,
  );
});

test('shows the reason for a withdrawal by the registry', () => {
  const withdrawn = { at: '2026-11-21T03:00:00Z', reason: 'It sends its users elsewhere.' };
  expect(words({ ...record, withdrawn }, passed)).toBe(
    'Withdrawn by this registry on 21 November 2026: It sends its users elsewhere.',
  );
});

test('distinguishes an origin that never passed from an unchecked one', () => {
  expect(words(record, { ...passed, verified_at: null })).toMatch(
    /^Not passed yet.*Last checked on 22 November 2026\.$/,
  );
});

test('names the publisher if the manifest withdraws the listing', () => {
  expect(words({ ...record, manifest: { ...plain, listing_requested: false } }, passed)).toBe(
    'Withdrawn by its publisher: its manifest has listing_requested: false.',
  );
});
