import { describe, expect, test } from 'vitest';
import type { Manifest03 } from '#manifest/manifest.ts';
import { hasNewIdentity } from './identity-change.ts';
import { sampleListing, sampleManifest } from './listing.fixture.ts';
import { recordFindings, recordPath, recordText } from './listing-record.ts';

const [ENDPOINT] = sampleManifest().endpoints;
if (!ENDPOINT) throw new Error('The sample has no endpoint.');
const OLD = sampleManifest({ homepage: 'https://tides.example.org' });
const NEW = {
  name: 'Casino bonuses',
  contact: 'sales@casino.example',
  homepage: 'https://casino.example',
  endpoints: [{ ...ENDPOINT, path: '/v1/bonuses' }],
};

const { homepage: _homepage, ...WITHOUT_HOMEPAGE } = NEW;

describe('a new identity', () => {
  test('has another name, contact, homepage, and no endpoint of the old one', () => {
    expect(hasNewIdentity(OLD, sampleManifest(NEW))).toBe(true);
    expect(hasNewIdentity(OLD, sampleManifest(WITHOUT_HOMEPAGE))).toBe(true);
    expect(hasNewIdentity(sampleManifest(), sampleManifest(NEW))).toBe(true);
  });

  test('needs no homepage if neither manifest has one', () => {
    expect(hasNewIdentity(sampleManifest(), sampleManifest(WITHOUT_HOMEPAGE))).toBe(true);
  });

  test.each<[string, Partial<Manifest03>]>([
    ['name', { name: OLD.name }],
    ['contact', { contact: OLD.contact }],
    ['homepage', { homepage: 'https://tides.example.org' }],
    ['endpoint', { endpoints: [...NEW.endpoints, ENDPOINT] }],
  ])('does not have the same %s', (_, same) => {
    expect(hasNewIdentity(OLD, sampleManifest({ ...NEW, ...same }))).toBe(false);
  });
});

describe('a listing with a new identity', () => {
  const listingAt = (last_checked_at: string) =>
    sampleListing(
      'https://api.example.com',
      {},
      { updated_at: '2026-11-02T09:00:00Z', identity_changed_at: '2026-11-02T09:00:00Z' },
      { last_checked_at },
    );

  test('says so for 30 days', () => {
    const { identity_changed_at, observed } = listingAt('2026-12-02T08:59:59Z');
    expect(identity_changed_at).toBe('2026-11-02T09:00:00Z');
    expect(observed.warnings).toEqual([
      {
        code: 'identity_changed',
        message:
          'The name, contact, homepage, and all endpoints changed at once on 2026-11-02, so the API may have a new operator. This notice ends on 2026-12-02.',
      },
    ]);
  });

  test('no longer says so after its first check 30 days later', () => {
    const { identity_changed_at, observed } = listingAt('2026-12-02T09:00:00Z');
    expect(identity_changed_at).toBeNull();
    expect(observed.warnings).toEqual([]);
  });

  test('has a record that is valid, and invalid with a wrong time', () => {
    const { record } = listingAt('2026-12-02T09:00:00Z');
    const stored = JSON.parse(recordText(record));
    expect(stored).toEqual(record);
    expect(recordFindings(recordPath(record.id), stored)).toEqual([]);
    expect(recordFindings(recordPath(record.id), { ...stored, identity_changed_at: 'soon' })).toMatchObject([
      { pointer: '/identity_changed_at' },
    ]);
  });
});
