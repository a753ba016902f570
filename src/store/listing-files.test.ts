import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleObservation, sampleRecord } from '#listing/listing.fixture.ts';
import { recordPath } from '#listing/listing-record.ts';
import { type DataDirectories, readListing, readUnchangedListing } from './listing-files.ts';
import { writeObservation, writeRecord } from './record-files.ts';
import { makeTemporaryFolder, removeFolder } from './temporary-folder.fixture.ts';

const record = sampleRecord('https://tides.example');
const { id } = record;
let root: string;
let directories: DataDirectories & { readonly observations: string };

beforeEach(async () => {
  root = await makeTemporaryFolder('listings-');
  directories = { registry: path.join(root, 'registry'), observations: path.join(root, 'observations') };
  await writeRecord(directories.registry, record);
  await writeObservation(directories.observations, id, sampleObservation());
});
afterEach(() => removeFolder(root));

/** Returns the listing and the digest of its files. */
function read() {
  const found = readListing(directories, id);
  if (!found?.ok) throw new Error('The listing is broken.');
  return found;
}

test('reads a listing that was validated before', () => {
  const { digest, value } = read();
  expect(readUnchangedListing(directories, id, digest)).toEqual(value);
  const offline = { ...directories, isRevalidated: false };
  expect(readUnchangedListing(offline, id, digest)).toBeUndefined();
});

test.each<[string, () => Promise<void>]>([
  ['record', () => appendFile(path.join(directories.registry, 'listings', recordPath(id)), 'not JSON')],
  ['observation', () => appendFile(path.join(directories.observations, recordPath(id)), 'not JSON')],
  ['record to a valid one', () => writeRecord(directories.registry, { ...record, updated_at: '2026-11-21T09:30:00Z' })],
])('returns no listing after a change of its %s', async (_, change) => {
  const { digest } = read();
  await change();
  expect(readUnchangedListing(directories, id, digest)).toBeUndefined();
});

test('returns no listing that does not exist', () => {
  expect(readUnchangedListing(directories, 'none.example', read().digest)).toBeUndefined();
});
