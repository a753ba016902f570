import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { digestFiles, sourceFiles } from './sources.ts';

test('includes each file that a source imports from elsewhere in the project', () => {
  const sources = new Set(sourceFiles().map(file => path.relative('.', file)));
  const imported = new Set<string>();
  for (const source of sources) {
    if (!/\.(ts|astro|mjs)$/.test(source) || /\.(test|fixture)\.ts$/.test(source)) continue;
    for (const [, from = ''] of readFileSync(source, 'utf8').matchAll(/ from '([#.][^']*)'/g)) {
      const file = from.startsWith('#')
        ? from
            .replace('#registry/', 'registry/')
            .replace('#schemas/', 'public/schemas/')
            .replace('#scripts/', 'scripts/')
        : path.join(path.dirname(source), from);
      if (!file.startsWith('#')) imported.add(file.replaceAll(path.sep, '/').replace(/\?url$/, ''));
    }
  }
  expect(imported.size).toBeGreaterThan(100);
  // Only the Worker imports the blocklist, which changes no file of a build.
  expect([...imported].filter(file => !sources.has(file))).toEqual(['registry/refused.json']);
});

describe('the digest of files', () => {
  let root: string;
  const at = (name: string) => path.join(root, name);
  const digest = (cacheFile = at('cache')) => digestFiles([at('one'), at('two')], cacheFile);

  beforeEach(async () => {
    root = await makeTemporaryFolder('sources-');
    writeFileSync(at('one'), 'One');
    writeFileSync(at('two'), 'Two');
    // Timestamps of files that have just changed are not exact enough.
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await removeFolder(root);
  });

  test('is kept until a file changes, even with the same size and time', () => {
    const before = digest();
    const { ino, mtimeMs } = statSync(at('cache'));
    expect(digest()).toBe(before);
    expect(statSync(at('cache'))).toMatchObject({ ino, mtimeMs });
    const { atime, mtime, ctimeMs } = statSync(at('one'));
    // A file system may give changes within a few milliseconds the same time.
    while (statSync(at('one')).ctimeMs === ctimeMs) writeFileSync(at('one'), 'Uno');
    utimesSync(at('one'), atime, mtime);
    const after = digest();
    expect(after).not.toBe(before);
    expect(after).toBe(digest(at('other')));
  });

  test('is computed again if the kept one is damaged', () => {
    const before = digest();
    writeFileSync(at('cache'), readFileSync(at('cache'), 'utf8').slice(0, -1));
    expect(digest()).toBe(before);
  });

  test('is not kept for files that have just changed', () => {
    vi.setSystemTime(statSync(at('one')).ctimeMs);
    const before = digest();
    expect(existsSync(at('cache'))).toBe(false);
    writeFileSync(at('one'), 'Eins');
    expect(digest()).not.toBe(before);
  });
});
