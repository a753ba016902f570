import { expect, test } from 'vitest';
import { toSemanticVersion } from './semantic-version.ts';

test.each([
  ['1.2.3', '1.2.3', true],
  ['1.2.3-rc.1+build.5', '1.2.3-rc.1+build.5', true],
  ['1', '1.0.0', false],
  ['v1', '1.0.0', false],
  ['V2.1', '2.1.0', false],
  ['version 3', '3.0.0', false],
  ['1.0.0.4', '1.0.0+4', false],
  ['1.0-beta', '1.0.0-beta', false],
  ['v1beta1', '1.0.0-beta1', false],
  ['v1alpha', '1.0.0-alpha', false],
  ['2021-06-01', '2021.6.1', false],
  ['2018-11-01-preview', '2018.11.1-preview', false],
  ['2021.06.01', '2021.6.1', false],
  ['1.0 Final', '1.0.0+Final', false],
  ['1.0.0-SNAPSHOT.007', '1.0.0-SNAPSHOT.7', false],
  ['4.0.0 (draft)', '4.0.0-draft', false],
  ['1.0.0-ünïcode', '1.0.0+n.code', false],
])('converts %s to %s', (written, version, exact) => {
  expect(toSemanticVersion(written)).toEqual({ version, exact });
});

test.each(['', 'latest', '{{version}}', 'beta', '-1'])('returns undefined for %s', written => {
  expect(toSemanticVersion(written)).toBeUndefined();
});
