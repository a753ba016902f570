import type { Manifest03 } from '#manifest/manifest.ts';
import { type Listing, listingOf } from './listing.ts';
import type { ListingRecord } from './listing-record.ts';
import type { Observation } from './observation.ts';
import { MANIFEST_PATH, parseOrigin } from './origin.ts';

/** Returns a valid manifest for tests, with some members changed. */
export function sampleManifest(changes: Partial<Manifest03> = {}): Manifest03 {
  return {
    spec_version: 'apimanifest-0.3',
    name: 'Tide tables',
    version: '1.2.0',
    description:
      'Times and heights of high and low water for harbours, computed from harmonic constants, for one day or a month ahead.',
    categories: ['geography'],
    primary_category: 'computational',
    endpoints: [
      {
        path: '/v1/tides',
        method: 'GET',
        description: 'The tides of one harbour on one day.',
        parameters: [{ name: 'harbour', type: 'string', required: true, description: 'The name of the harbour.' }],
        response_description: 'An array of tides with time and height in metres.',
      },
    ],
    pricing: { model: 'free' },
    authentication: { required: false, type: 'none' },
    agent_notes:
      'Ask for one harbour and one day at a time. Heights are metres above chart datum, times are UTC. An unknown harbour answers 404 with a list of similar names, so correct the spelling and ask again.',
    contact: 'tides@example.org',
    last_updated: '2026-11-01T00:00:00Z',
    ...changes,
  };
}

/** Returns a publisher's record for tests. */
export function sampleRecord(
  address: string,
  manifest: Partial<Manifest03> = {},
  changes: Partial<ListingRecord> = {},
): ListingRecord {
  const result = parseOrigin(address);
  if (!result.ok) throw new Error(result.error);
  const { id, url } = result.value;
  return {
    id,
    url,
    source: { type: 'publisher', manifest_url: url + MANIFEST_PATH },
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    manifest: sampleManifest(manifest),
    ...changes,
  };
}

/** Returns an observation of an origin that passed, for tests. */
export function sampleObservation(changes: Partial<Observation> = {}): Observation {
  return {
    verified_at: '2026-11-20T06:00:00Z',
    last_checked_at: '2026-11-20T06:00:00Z',
    next_check_by: '2026-11-21T12:00:00Z',
    badges: [],
    ...changes,
  };
}

/** Returns a verified listing for tests. */
export function sampleListing(
  address: string,
  manifest: Partial<Manifest03> = {},
  changes: Partial<ListingRecord> = {},
): Listing {
  return listingOf(sampleRecord(address, manifest, changes), sampleObservation());
}
