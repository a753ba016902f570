import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordPath } from '#listing/listing-record.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { writeFixtureRegistry } from '../../fixtures/registry.ts';
import { parseSettings } from '../../settings.ts';
import { loadCardsFor } from './load-cards.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder('listings-test-');
});
afterEach(() => removeFolder(folder));

const directories = () => ({
  registry: path.join(folder, 'registry'),
  observations: path.join(folder, 'observations'),
});
const settings = (skipInvalid: boolean) => ({ ...parseSettings({}), ...directories(), skipInvalid });

async function breakRecord(id: string): Promise<string> {
  const { registry, observations } = directories();
  await writeFixtureRegistry(registry, observations);
  const file = path.join(registry, 'listings', recordPath(id));
  await writeFile(file, '{"id": ');
  return file;
}

test('returns no cards for a registry without records', async () => {
  expect([...(await loadCardsFor(settings(false)))]).toEqual([]);
});

test('returns cards in the order of ids, with their observations', async () => {
  await writeFixtureRegistry(directories().registry, directories().observations);
  const cards = [...(await loadCardsFor(settings(false)))];
  expect(cards.slice(0, 4).map(({ row }) => `${row.name}: ${row.status}`)).toEqual([
    '3 Harbors: unverified',
    'Asked Tides: withdrawn',
    'Bread Lab: unverified',
    'Gone Tides: lapsed',
  ]);
  expect(cards.map(({ row }) => row.status)).toEqual(expect.arrayContaining(['verified', 'lapsed']));
});

test('throws for a broken record and names its file', async () => {
  const file = await breakRecord('tides.example');
  await expect(loadCardsFor(settings(false))).rejects.toThrow(file);
});

test('skips a broken record with a warning if configured', async () => {
  const file = await breakRecord('tides.example');
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const cards = [...(await loadCardsFor(settings(true)))];
  expect(cards.map(({ row }) => row.id)).not.toContain('tides.example');
  expect(cards.length).toBe(7);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining(file));
  warn.mockRestore();
});
