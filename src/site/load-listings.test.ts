import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordPath } from '#listing/listing-record.ts';
import { writeFixtureRegistry } from './fixtures/registry.ts';
import { loadListings } from './load-listings.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'listings-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const directories = () => ({
  registry: path.join(folder, 'registry'),
  observations: path.join(folder, 'observations'),
});

async function breakRecord(id: string): Promise<string> {
  const { registry, observations } = directories();
  await writeFixtureRegistry(registry, observations);
  const file = path.join(registry, 'listings', recordPath(id));
  await writeFile(file, '{"id": ');
  return file;
}

test('a registry without records has no listings', async () => {
  expect(await loadListings({ ...directories(), skipInvalid: false })).toEqual({ listings: [], digests: new Map() });
});

test('listings come A to Z, with what was observed of them', async () => {
  await writeFixtureRegistry(directories().registry, directories().observations);
  const { listings } = await loadListings({ ...directories(), skipInvalid: false });
  expect(listings.slice(0, 4).map(({ record, status }) => `${record.manifest.name}: ${status}`)).toEqual([
    '3 Harbours: unverified',
    'Ärmelkanal Tides: unverified',
    'Asked Tides: withdrawn',
    'Bread Lab: unverified',
  ]);
  expect(listings.map(({ status }) => status)).toEqual(expect.arrayContaining(['verified', 'lapsed']));
});

test('a broken record is an error that names its file', async () => {
  const file = await breakRecord('tides.example');
  await expect(loadListings({ ...directories(), skipInvalid: false })).rejects.toThrow(file);
});

test('a broken record can be left out, which is said', async () => {
  const file = await breakRecord('tides.example');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { listings } = await loadListings({ ...directories(), skipInvalid: true });
  expect(listings.map(({ record }) => record.id)).not.toContain('tides.example');
  expect(listings.length).toBe(7);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(file));
  warn.mockRestore();
});
