/**
 * Checks a tag before the release (workflow release.yml): all files must declare its version, and the code the date in the
 * changelog.
 *
 * Environment: RELEASE_TAG, and RELEASE_NOTES, the file to write the section of the changelog to. Exit status 1, with one
 * error per disagreement, if the tag cannot be released.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as core from '@actions/core';
import { RELEASED } from '#manifest/version.ts';
import { required } from '../workflows/github-job/job.ts';
import { newestVersion } from './changelog.ts';
import { DECLARED_VERSIONS } from './declared-versions.ts';
import { findReleaseProblems } from './release-problems.ts';

const { env } = process;

try {
  const tag = required(env, 'RELEASE_TAG');
  const notes = required(env, 'RELEASE_NOTES');
  const newest = newestVersion(await readFile(path.resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'));
  const faults = findReleaseProblems({ tag, versions: DECLARED_VERSIONS, newest, released: RELEASED });
  for (const fault of faults) core.error(fault);
  if (faults.length > 0) throw new RangeError(`${tag} cannot be released. Fix the errors above.`);
  await writeFile(notes, `${newest.notes}\n`);
  console.log(`${tag} can be released.`);
} catch (error) {
  core.setFailed(error instanceof RangeError ? error.message : String(error instanceof Error ? error.stack : error));
}
