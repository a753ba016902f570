import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { readResults } from './results.ts';

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
