import { expect, test } from 'vitest';
import { sampleManifest, sampleRecord } from '#listing/listing.fixture.ts';
import { mergeDraftRecords } from './merge-draft-records.ts';

function recordOf(...paths: readonly string[]) {
  const endpoints = paths.flatMap(path =>
    sampleManifest()
      .endpoints.slice(0, 1)
      .map(each => ({ ...each, path })),
  );
  return sampleRecord('https://api.example', { endpoints });
}

test('adds endpoints whose paths differ in more than the names of placeholders', () => {
  const { record, added } = mergeDraftRecords(
    recordOf('/tides/{id}'),
    recordOf('/tides/{port}', '/tides/{id}/x', '/{'),
  );
  expect(record.manifest.endpoints.map(({ path }) => path)).toEqual(['/tides/{id}', '/tides/{id}/x', '/{']);
  expect(added).toBe(2);
});

// With an expression that reads the rest of the path at each brace, this takes minutes.
test('compares a path with a million opening braces', () => {
  const path = `/${'{'.repeat(1_000_000)}`;
  expect(mergeDraftRecords(recordOf(path), recordOf(path)).added).toBe(0);
});
