import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type FullDisk, fillDisk } from './full-disk.fixture.ts';
import { type CheckedListing, isRunComplete, openResults, readResults, resultFiles } from './results.ts';

const OBSERVATION = { verified_at: null, last_checked_at: null, next_check_by: null, badges: [] };
const CHECKED: CheckedListing = {
  id: 'api.example.com',
  outcome: 'passed',
  passedBefore: true,
  statusBefore: 'verified',
  status: 'verified',
  observation: OBSERVATION,
};

test('skips damaged lines', async () => {
  const folder = await makeTemporaryFolder('results-');
  const file = path.join(folder, 'results-1-of-1.ndjson');
  const damaged = [
    '5',
    'null',
    '[]',
    '"id"',
    '{"id":"half',
    JSON.stringify({ id: 'api.example.com' }),
    JSON.stringify({ ...CHECKED, observation: { ...OBSERVATION, badges: 'none' } }),
    JSON.stringify({ ...CHECKED, change: { record: { id: 'other.example.com' }, message: { subject: 'Change' } } }),
  ];
  try {
    await writeFile(file, [...damaged, JSON.stringify(CHECKED)].join('\n'));
    const results: unknown[] = [];
    for await (const result of readResults([file])) results.push(result);
    expect(results).toEqual([CHECKED]);
  } finally {
    await removeFolder(folder);
  }
});

test('finds no results in a missing folder, and rejects if a folder cannot be read', async () => {
  const folder = await makeTemporaryFolder('results-');
  try {
    expect(await resultFiles(path.join(folder, 'missing'))).toEqual([]);
    await symlink('loop', path.join(folder, 'loop'));
    // A run that overlooked its results would count as complete.
    await expect(resultFiles(path.join(folder, 'loop'))).rejects.toMatchObject({ code: 'ELOOP' });
  } finally {
    await removeFolder(folder);
  }
});

const NOW = Date.parse('2026-11-21T06:00:00Z');

test('a run is complete if no result follows its end, however long the results are', async () => {
  const folder = await makeTemporaryFolder('results-');
  const file = path.join(folder, 'results-1-of-1.ndjson');
  const run = async (isComplete: boolean, ids: readonly string[]) => {
    const results = await openResults(file, NOW);
    for (const id of ids) await results.add({ ...CHECKED, id });
    if (isComplete) await results.complete(NOW);
    await results.close();
    return isRunComplete([file]);
  };
  try {
    expect(await run(false, [])).toBe(false);
    expect(await run(true, ['a', 'b'.repeat(5000)])).toBe(true);
    expect(await run(false, [])).toBe(true);
    expect(await run(false, ['c'.repeat(5000)])).toBe(false);
    expect(await run(true, [])).toBe(true);
  } finally {
    await removeFolder(folder);
  }
});

describe('on a full disk', () => {
  let folder: string;
  let disk: FullDisk;
  beforeEach(async () => {
    folder = await makeTemporaryFolder('results-');
  });
  afterEach(async () => {
    disk.free();
    await removeFolder(folder);
  });

  test('rejects before the first check, and closes the file', async () => {
    disk = await fillDisk(folder, 0);
    await expect(openResults(path.join(folder, 'results-1-of-1.ndjson'), 0)).rejects.toThrow('ENOSPC');
    expect(disk.failed.map(({ fd }) => fd)).toEqual([-1]);
  });

  test('counts no result that is not stored', async () => {
    disk = await fillDisk(folder, 1);
    const results = await openResults(path.join(folder, 'results-1-of-1.ndjson'), 0);
    await expect(results.add(CHECKED)).rejects.toThrow('ENOSPC');
    expect([...results.ids]).toEqual([]);
    await expect(results.close()).rejects.toThrow('ENOSPC');
    expect(disk.failed.map(({ fd }) => fd)).toEqual([-1]);
  });
});
