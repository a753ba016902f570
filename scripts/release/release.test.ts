import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RELEASED } from '#edge/http/envelope.ts';
import { newestVersion } from './changelog.ts';
import { DECLARED_VERSIONS } from './declared-versions.ts';
import { findReleaseProblems } from './release-problems.ts';

const changelog = await readFile(path.resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
const versions = { 'package.json': '1.2.3', 'server.json': '1.2.3' };
const newest = { version: '1.2.3', date: '2026-11-21', notes: 'All is new.' };
const sound = { tag: 'v1.2.3', versions, newest, released: '2026-11-21T00:00:00Z' };

test('finds the version of the changelog in each file', () => {
  const { version, date = RELEASED.slice(0, 10) } = newestVersion(changelog);
  const facts = { tag: `v${version}`, versions: DECLARED_VERSIONS, newest: { version, date, notes: '' } };
  expect(findReleaseProblems({ ...facts, released: RELEASED })).toEqual([]);
});

test('reads the newest section, whether or not it is the last one', () => {
  const sections =
    '# Changelog\n\nText.\n\n## 1.3.0 (unreleased)\n\n### Registry\n\n- More.\n\n## 1.2.3 (2026-11-21)\n\n- First.\n';
  expect(newestVersion(sections)).toEqual({ version: '1.3.0', date: undefined, notes: '### Registry\n\n- More.' });
  const first = sections.slice(sections.indexOf('## 1.2.3'));
  expect(newestVersion(first)).toEqual({ version: '1.2.3', date: '2026-11-21', notes: '- First.' });
});

test.each(['# Changelog\n', '## Soon\n\n- More.\n', '## 1.2 (2026-11-21)\n'])(
  'rejects a changelog without one: %j',
  text => {
    expect(() => newestVersion(text)).toThrow(RangeError);
  },
);

test('accepts a tag that matches all files', () => expect(findReleaseProblems(sound)).toEqual([]));

test.each([
  [{ tag: 'release-1' }, /^The tag "release-1"/],
  [{ tag: 'v1.2.4' }, /^package\.json says 1\.2\.3, and the tag 1\.2\.4\.$/],
  [{ versions: { ...versions, 'server.json': undefined } }, /^server\.json says nothing/],
  [{ newest: { ...newest, version: '1.2.2' } }, /^CHANGELOG\.md says 1\.2\.2/],
  [{ newest: { ...newest, date: undefined } }, /unreleased/],
  [
    { released: '2026-11-20T00:00:00Z' },
    /^RELEASED in .* is 2026-11-20T00:00:00Z, and CHANGELOG\.md says 2026-11-21\.$/,
  ],
])('reports each mismatch: %o', (facts, expected) => {
  expect(findReleaseProblems({ ...sound, ...facts })).toContainEqual(expect.stringMatching(expected));
});
