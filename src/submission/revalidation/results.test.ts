import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { openResults, readResults } from './results.ts';

const OBSERVATION = { verified_at: null, last_checked_at: null, next_check_by: null, badges: [] };
const CHECKED = {
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

test('reports a full disk to the next call, and closes the file', async () => {
  const folder = await makeTemporaryFolder('results-');
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  const probe = await open(path.join(folder, 'probe'), 'w');
  await probe.close();
  let handle = probe;
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  const { appendFile } = handles;
  // A spy of vitest would handle the rejection.
  handles.appendFile = async function (this: typeof probe) {
    handle = this;
    throw new Error('ENOSPC');
  };
  try {
    const results = await openResults(path.join(folder, 'results-1-of-1.ndjson'), 0);
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    expect(unhandled).toEqual([]);
    expect(handle.fd).toBeGreaterThan(0);
    await expect(results.close()).rejects.toThrow('ENOSPC');
    expect(handle.fd).toBe(-1);
  } finally {
    handles.appendFile = appendFile;
    process.off('unhandledRejection', onUnhandled);
    await removeFolder(folder);
  }
});
