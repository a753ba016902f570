import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RELEASED } from '#manifest/version.ts';
import { parseNewestVersion } from './changelog.ts';
import { DECLARED_VERSIONS, findReleaseProblems } from './release-problems.ts';

const changelog = await readFile(path.resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
const versions = { 'package.json': '1.2.3', 'server.json': '1.2.3' };
const newest = { version: '1.2.3', date: '2026-11-21', notes: 'All is new.' };
const sound = { tag: 'v1.2.3', versions, newest, released: '2026-11-21T00:00:00Z' };

test('finds the version of the changelog in each file', () => {
  const newest = parseNewestVersion(changelog);
  const facts = { tag: `v${newest.version}`, versions: DECLARED_VERSIONS, newest };
  expect(findReleaseProblems({ ...facts, released: RELEASED })).toEqual([]);
});

test('reads the newest version, with or without unreleased changes', () => {
  const sections = '## 1.3.0 - 2026-12-01\n\n### Added\n\n- More.\n\n## 1.2.3 - 2026-11-21\n\n- First.\n';
  const newer = { version: '1.3.0', date: '2026-12-01', notes: '### Added\n\n- More.' };
  expect(parseNewestVersion(`# Changelog\n\nText.\n\n## Unreleased\n\n- Soon.\n\n${sections}`)).toEqual(newer);
  expect(parseNewestVersion(`# Changelog\n\n## Unreleased\n\n${sections}`)).toEqual(newer);
  expect(parseNewestVersion(sections)).toEqual(newer);
  const first = sections.slice(sections.indexOf('## 1.2.3'));
  expect(parseNewestVersion(first)).toEqual({ version: '1.2.3', date: '2026-11-21', notes: '- First.' });
});

test.each([
  '# Changelog\n',
  '## Unreleased\n\n- More.\n',
  '## Soon\n\n- More.\n',
  '## 1.2.3\n',
  '## 1.2 - 2026-11-21\n',
])('rejects a changelog without a released version: %j', text => {
  expect(() => parseNewestVersion(text)).toThrow(RangeError);
});

test('accepts a tag that matches all files', () => expect(findReleaseProblems(sound)).toEqual([]));

test.each([
  [{ tag: 'release-1' }, /^The tag "release-1"/],
  [{ tag: 'v1.2.4' }, /^package\.json declares 1\.2\.3, but the tag is 1\.2\.4\.$/],
  [{ versions: { ...versions, 'server.json': undefined } }, /^server\.json declares no version/],
  [{ newest: { ...newest, version: '1.2.2' } }, /^CHANGELOG\.md declares 1\.2\.2/],
  [
    { released: '2026-11-20T00:00:00Z' },
    /^RELEASED in .* is 2026-11-20T00:00:00Z, but the date in CHANGELOG\.md is 2026-11-21\.$/,
  ],
])('reports each mismatch: %o', (facts, expected) => {
  expect(findReleaseProblems({ ...sound, ...facts })).toContainEqual(expect.stringMatching(expected));
});
