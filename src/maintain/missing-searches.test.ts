import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MISSING_SEARCHES_FILE, writeMissingSearches } from '#store/missing-searches.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { formatMissingSearches } from './missing-searches.ts';
import { parseCommandLine } from './parse-args.ts';
import { runCommand } from './run-command.ts';

test('lists the most frequent terms first', () => {
  const report = formatMissingSearches({ '2026-11-22': { tarot: 5, horoscope: 5 }, '2026-11-23': { horoscope: 6 } });
  expect(report.split('\n').slice(1, 3)).toEqual([
    '      11  horoscope  last on 2026-11-23',
    '       5  tarot  last on 2026-11-22',
  ]);
});

test('reads the file of the server, and explains how to collect terms without one', async () => {
  const invocation = parseCommandLine(['missing-searches']);
  if (invocation === undefined) throw new Error('The command line asks for help.');
  const dataDir = await makeTemporaryFolder('missing-searches-');
  try {
    const report = () => runCommand(invocation, { DATA_DIR: dataDir }, Date.UTC(2026, 10, 23));
    expect(await report()).toContain('MISSING_SEARCHES=on');
    await writeMissingSearches(dataDir, { '2026-11-23': { horoscope: 5 } });
    expect(await report()).toContain('5  horoscope  last on 2026-11-23');
  } finally {
    await removeFolder(dataDir);
  }
});

test.each([[['missing-searches', 'api.example.com']], [['missing-searches', '--reason', 'Old.']]])(
  'rejects %j',
  args => {
    expect(() => parseCommandLine(args)).toThrow('npm run maintain -- missing-searches');
  },
);

test('names a damaged file and the fix', async () => {
  const folder = await makeTemporaryFolder('missing-searches-');
  await writeFile(path.join(folder, MISSING_SEARCHES_FILE), '{');
  await expect(
    runCommand({ verb: 'missing-searches', subject: '', reason: '' }, { DATA_DIR: folder }, 0),
  ).rejects.toThrow(/missing-searches\.json is not valid JSON\. Delete it/);
  await removeFolder(folder);
});
