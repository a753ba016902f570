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
import { requireVariable } from '../workflows/github-job/job.ts';
import { runJob } from '../workflows/github-job/run-job.ts';
import { parseNewestVersion } from './changelog.ts';
import { DECLARED_VERSIONS, findReleaseProblems } from './release-problems.ts';

const { env } = process;

await runJob(async () => {
  const tag = requireVariable(env, 'RELEASE_TAG');
  const notes = requireVariable(env, 'RELEASE_NOTES');
  const newest = parseNewestVersion(await readFile(path.resolve(import.meta.dirname, '../../CHANGELOG.md'), 'utf8'));
  const problems = findReleaseProblems({ tag, versions: DECLARED_VERSIONS, newest, released: RELEASED });
  for (const problem of problems) core.error(problem);
  if (problems.length > 0) throw new RangeError(`${tag} cannot be released. Fix the errors above.`);
  await writeFile(notes, `${newest.notes}\n`);
  console.log(`${tag} can be released.`);
});
