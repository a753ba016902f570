import { readFileSync, renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressesFrom } from '#edge/config.ts';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import type { Progress } from '../progress.ts';
import type { RegistryBuild } from '../registry-build.ts';
import { buildInStagingDir, getStagingDir } from '../staging-dir.ts';
import { openBuildCache, PARTS } from '../tree.ts';
import { LastBuild } from './last-build.ts';

let root: string;
let reports: string[];

const at = (...names: string[]) => path.join(root, ...names);
const record = () => at('registry/listings/ti/tides.example.json');
const stateFile = () => path.join(getStagingDir(at('dist')), 'last-build');

beforeEach(async () => {
  root = await makeTemporaryFolder('last-build-');
  await mkdir(path.dirname(record()), { recursive: true });
  await mkdir(at('observations'));
  writeFileSync(record(), '{"name":"Tides"}');
  writeFileSync(at('registry/listings/ti/tiles.example.json'), '{"name":"Tiles"}');
});
afterEach(async () => {
  vi.useRealTimers();
  await removeFolder(root);
});

function toBuild(changes: Partial<RegistryBuild> = {}): RegistryBuild {
  return {
    directories: { registry: at('registry'), observations: at('observations') },
    addresses: addressesFrom({}, 'https://registry.example'),
    skipInvalid: false,
    ...changes,
  };
}

/** Builds one file per part, and returns whether it repeated the last build instead. */
async function repeats(changes: Partial<RegistryBuild> = {}, isClean = true): Promise<boolean> {
  reports = [];
  const progress: Progress = { at: () => undefined, ended: (part, result) => reports.push(`${part}: ${result}`) };
  const build = toBuild(changes);
  const last = new LastBuild(build, at('dist'), getStagingDir(at('dist')));
  let isRepeated = true;
  const result = await buildInStagingDir(
    at('dist'),
    async (tree, recorded) => {
      isRepeated = false;
      const extents = [];
      for (const part of PARTS) {
        const cache = openBuildCache(tree, part);
        await cache.put(`${part}/file`, undefined, () => `a file of ${part}`);
        recorded.ended(part, `${cache.made} of ${cache.made + cache.kept} files made`);
        extents.push(cache.finish());
      }
      return { listings: 2, extents, isClean };
    },
    { last, progress },
  );
  expect(result).toMatchObject({ listings: 2 });
  expect(result.extents).toHaveLength(PARTS.length);
  return isRepeated;
}

/** Returns the files that were recent at the last build. */
function readRecent(): readonly string[] {
  return JSON.parse(readFileSync(stateFile(), 'utf8')).inputs.recent;
}

/** Moves the clock past the time in which timestamps are not exact enough. */
function wait(milliseconds = 10_000): void {
  vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });
}

test('repeats a build whose inputs and output are unchanged, and reports that it made nothing', async () => {
  expect(await repeats()).toBe(false);
  expect(reports).toContain('pages: 1 of 1 files made');
  expect(await repeats()).toBe(true);
  expect(reports).toEqual(PARTS.map(part => `${part}: 0 of 1 files made`));
  wait();
  expect(await repeats()).toBe(true);
});

test('reads the contents of files only as long as they are recent', async () => {
  expect(await repeats()).toBe(false);
  expect(readRecent()).toEqual(expect.arrayContaining([record()]));
  wait();
  expect(await repeats()).toBe(true);
  expect(readRecent()).toEqual([]);
  expect(await repeats()).toBe(true);
  writeFileSync(record(), '{"name":"Tides, renamed"}');
  expect(await repeats()).toBe(false);
});

test('compares the contents of files that were recent at the last build, and keeps only the recent ones', async () => {
  expect(await repeats()).toBe(false);
  wait();
  rmSync(at('registry/listings/ti/tiles.example.json'));
  expect(await repeats()).toBe(false);
  expect(readRecent()).toEqual([]);
  expect(await repeats()).toBe(true);
});

test('repeats a build of records that were not recent', async () => {
  wait();
  expect(await repeats()).toBe(false);
  expect(readRecent()).toEqual([]);
  expect(await repeats()).toBe(true);
});

test.each([
  ['the settings changed', () => repeats({ skipInvalid: true })],
  ['the commit changed', () => repeats({ commit: 'f'.repeat(40) })],
  ['a URL changed', () => repeats({ addresses: addressesFrom({}, 'https://other.example') })],
])('builds again if %s', async (_, repeatWith) => {
  wait();
  await repeats();
  expect(await repeatWith()).toBe(false);
  expect(await repeatWith()).toBe(true);
});

test.each([
  ['was deleted', () => rmSync(record())],
  ['was added', () => writeFileSync(at('registry/listings/new.example.json'), '{}')],
  ['was renamed', () => renameSync(record(), at('registry/listings/ti/tide.example.json'))],
  ['was edited', () => writeFileSync(record(), '{"name":"Tides, renamed"}')],
  ['got an observation', () => writeFileSync(at('observations/tides.example.json'), '{}')],
])('builds again if a record %s', async (_, change) => {
  await repeats();
  change();
  expect(await repeats()).toBe(false);
  expect(await repeats()).toBe(true);
});

test.each([0, 10_000])('notices an edit with the same size and the same modification time after %i ms', async time => {
  wait(time);
  await repeats();
  const { atime, mtime } = statSync(record());
  writeFileSync(record(), '{"name":"Seven"}');
  utimesSync(record(), atime, mtime);
  expect(statSync(record()).mtimeMs).toBe(mtime.getTime());
  expect(await repeats()).toBe(false);
});

test('builds again after a record was touched, and then repeats that build', async () => {
  wait();
  await repeats();
  writeFileSync(record(), readFileSync(record()));
  expect(await repeats()).toBe(false);
  expect(await repeats()).toBe(true);
});

test('notices an edit when the clock goes backwards', async () => {
  await repeats();
  wait(-3_600_000);
  writeFileSync(record(), '{"name":"Seven"}');
  expect(await repeats()).toBe(false);
  expect(await repeats()).toBe(true);
  writeFileSync(record(), '{"name":"Eight"}');
  expect(await repeats()).toBe(false);
});

test.each([
  ['is missing', () => rmSync(stateFile())],
  ['is empty', () => truncateSync(stateFile())],
  ['is truncated', () => truncateSync(stateFile(), 100)],
  ['is not an object', () => writeFileSync(stateFile(), 'null')],
  ['has other members', () => writeFileSync(stateFile(), '{"folder":7,"inputs":null}')],
])('builds again if the state file %s', async (_, damage) => {
  await repeats();
  damage();
  expect(await repeats()).toBe(false);
  expect(await repeats()).toBe(true);
});

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['overwrote', (file: string) => writeFileSync(file, 'something else')],
  ['emptied', (file: string) => truncateSync(file)],
  ['overwrote with the same size', (file: string) => writeFileSync(file, readFileSync(file, 'latin1').toUpperCase())],
])('builds again if another program %s a file of the output', async (_, change) => {
  await repeats();
  change(at('dist/pages/file'));
  expect(await repeats()).toBe(false);
  expect(readFileSync(at('dist/pages/file'), 'utf8')).toBe('a file of pages');
});

test('builds again if the output was removed, or replaced by another folder', async () => {
  await repeats();
  await removeFolder(at('dist'));
  expect(await repeats()).toBe(false);
  renameSync(at('dist'), at('copy'));
  await mkdir(at('dist'));
  expect(await repeats()).toBe(false);
});

test('does not repeat a build that skipped broken records, so that each run reports them', async () => {
  await repeats({}, false);
  expect(await repeats({}, false)).toBe(false);
});
