import { expect, test } from 'vitest';
import { listingOf } from '#listing/listing.ts';
import type { Observation } from '#listing/observation.ts';
import { plain } from './fixtures/plain.ts';
import { publisherRecord } from './fixtures/registry.ts';
import { standingOf } from './standing.ts';

const record = publisherRecord('https://a.example', plain);
const passed: Observation = {
  verified_at: '2026-11-20T03:00:00Z',
  last_checked_at: '2026-11-22T03:00:00Z',
  next_check_by: '2026-11-23T03:00:00Z',
  badges: [],
};
const words = (...given: Parameters<typeof listingOf>) => standingOf(listingOf(...given)).join(' ');

test('a listing that was never checked says so, and why', () => {
  expect(words(record)).toMatch(/^Not checked yet/);
  const source = { type: 'documentation', documentation_url: 'https://a.example/docs' } as const;
  expect(words({ ...record, source }, passed)).toBe(
    'Not verified: written from public documentation, because the provider serves no manifest.',
  );
});

test('a verified listing gives its dates', () => {
  expect(words(record, passed)).toMatch(
    /passed the checks\. Last passed on 20 November 2026\. Last checked on 22 November 2026, next check by 23 November 2026\.$/,
  );
});

test('the date of a check that passed is given once', () => {
  expect(words(record, { ...passed, last_checked_at: '2026-11-20T03:00:00Z' })).toMatch(
    /passed the checks\. Last checked on 20 November 2026, next check by 23 November 2026\.$/,
  );
});

test('failures are counted, whether or not they made it lapse', () => {
  const failures = { count: 1, first_at: '2026-11-21T03:00:00Z', last_at: '2026-11-22T03:00:00Z' };
  expect(words(record, { ...passed, failures })).toContain('1 failed check since 21 November 2026.');
  expect(words(record, { ...passed, failures: { ...failures, count: 2 } })).toMatch(
    /^Was verified.*2 failed checks since/,
  );
});

test('a listing that the registry took back says why', () => {
  const withdrawn = { at: '2026-11-21T03:00:00Z', reason: 'It sends its users elsewhere.' };
  expect(words({ ...record, withdrawn }, passed)).toBe(
    'Withdrawn by this registry on 21 November 2026: It sends its users elsewhere.',
  );
});

test('an origin that never passed is not called unchecked', () => {
  expect(words(record, { ...passed, verified_at: null })).toMatch(
    /^Not passed yet.*Last checked on 22 November 2026\.$/,
  );
});

test('a withdrawn listing only says that', () => {
  expect(words({ ...record, manifest: { ...plain, listing_requested: false } }, passed)).toBe(
    'The publisher asks not to be listed, or the registry withdrew the listing with a reason.',
  );
});
