import { expect, test } from 'vitest';
import { sampleRecord } from '#listing/listing.fixture.ts';
import type { ListingRecord } from '#listing/listing-record.ts';
import { findEndpointCounts } from './find-endpoint-counts.ts';

function record(count: number): ListingRecord {
  const sample = sampleRecord('https://api.example.com');
  const [endpoint] = sample.manifest.endpoints;
  if (!endpoint) throw new Error('The sample has no endpoint.');
  return {
    ...sample,
    source: { type: 'documentation', documentation_url: 'https://api.example.com/docs', basis: 'knowledge' },
    manifest: { ...sample.manifest, endpoints: Array.from({ length: count }, () => endpoint) },
  };
}

test.each([
  [2, /fewer than 3/],
  [16, /15 most useful/],
])('reports a record with %i endpoints', (count, problem) => {
  expect(findEndpointCounts([record(count)], {})).toEqual([expect.stringMatching(problem)]);
});

test('accepts 3 to 15 endpoints, an exemption, and any number from a publisher', () => {
  expect(findEndpointCounts([record(3), record(15)], {})).toEqual([]);
  expect(findEndpointCounts([record(1)], { 'api.example.com': 'It has one path.' })).toEqual([]);
  const published = { ...record(1), source: sampleRecord('https://api.example.com').source };
  expect(
    findEndpointCounts(
      [published].filter(({ source }) => source.type === 'publisher'),
      {},
    ),
  ).toEqual([]);
});

test('reports an exemption that no record needs', () => {
  expect(findEndpointCounts([record(3)], { 'api.example.com': 'x' })).toEqual([expect.stringContaining('Remove it')]);
});
