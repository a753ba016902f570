import type { Report } from '#contract/report.ts';
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
      'Times and heights of high and low water for harbors, computed from harmonic constants, for one day or a month ahead.',
    categories: ['geography'],
    primary_category: 'computational',
    endpoints: [
      {
        path: '/v1/tides',
        method: 'GET',
        description: 'The tides of one harbor on one day.',
        parameters: [{ name: 'harbor', type: 'string', required: true, description: 'The name of the harbor.' }],
        response_description: 'An array of tides with time and height in meters.',
      },
    ],
    pricing: { model: 'free' },
    authentication: { required: false, type: 'none' },
    agent_notes:
      'Ask for one harbor and one day at a time. Heights are meters above chart datum, times are UTC. An unknown harbor answers 404 with a list of similar names, so correct the spelling and retry.',
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

/** Returns the report of an origin that passed, for tests. */
export function sampleReport(changes: Partial<Report> = {}): Report {
  return {
    passed: true,
    url: 'https://api.example.com',
    manifest_url: `https://api.example.com${MANIFEST_PATH}`,
    validated_at: '2026-11-20T06:00:00Z',
    spec_version: 'apimanifest-0.3',
    schema_valid: true,
    endpoints_reachable: true,
    auth_verified: false,
    payment_flow_verified: false,
    badges: [],
    errors: [],
    checks: [],
    retryable: false,
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
  observation: Partial<Observation> = {},
): Listing {
  return listingOf(sampleRecord(address, manifest, changes), sampleObservation(observation));
}
