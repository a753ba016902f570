import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type FakeGithub, startFakeGithub } from '../fake-github/fake-github.ts';
import { runStep } from '../fake-github/job.ts';

let github: FakeGithub;
let folder: string;

beforeEach(async () => {
  github = await startFakeGithub({ files: [{ path: 'README.md', content: 'A registry\n' }] });
  folder = await makeTemporaryFolder('released-action-');
  await mkdir(path.join(folder, 'dist'));
  await Promise.all([write('action.yml', 'name: Check\n'), write('dist/index.mjs', 'one();\n')]);
});

afterEach(async () => {
  const { deviations } = github;
  await Promise.all([github.close(), removeFolder(folder)]);
  expect(deviations).toEqual([]);
});

test('publishes only the folder as a branch with two tags', async () => {
  const sha = await released('v1.2.3');
  expect(await tags('action-v1.2.3', 'action-v1')).toEqual([sha, sha]);
  expect(await github.file('action', 'dist/index.mjs')).toBe('one();\n');
  expect(await github.file('action', 'README.md')).toBeUndefined();
  expect(await github.state.git.commit(sha)).toMatchObject({ message: 'Release 1.2.3', parents: [] });
});

test('adds the next version to the branch and moves the major version tag', async () => {
  const first = await released('v1.2.3');
  await write('dist/index.mjs', 'two();\n');
  const second = await released('v1.3.0');
  expect(await tags('action-v1.2.3', 'action-v1.3.0', 'action-v1')).toEqual([first, second, second]);
  expect((await github.state.git.commit(second)).parents).toEqual([first]);
});

test('repeats a release with the same files without changes, and rejects other files', async () => {
  const first = await released('v1.2.3');
  expect(await released('v1.2.3')).toBe(first);
  await write('dist/index.mjs', 'other();\n');
  expect(await run('v1.2.3')).toMatchObject({ code: 1, output: expect.stringContaining('another program') });
  expect(await tags('action', 'action-v1.2.3', 'action-v1')).toEqual([first, first, first]);
});

test('resumes an interrupted release', async () => {
  // GitHub creates the branch, but its response is lost. The retry gets an error that the branch exists.
  github.injections.add({ operation: 'POST /repos/{owner}/{repo}/git/refs', reply: 'lost' });
  expect(await run('v1.2.3')).toMatchObject({ code: 1 });
  expect(await tags('action-v1.2.3')).toEqual([undefined]);
  const sha = await released('v1.2.3');
  expect(await tags('action', 'action-v1.2.3', 'action-v1')).toEqual([sha, sha, sha]);
});

test('rejects a tag that is not a version', async () => {
  expect(await run('latest')).toMatchObject({ code: 1, output: expect.stringContaining('RELEASE_TAG') });
  expect(github.log).toEqual([]);
});

function write(file: string, content: string) {
  return writeFile(path.join(folder, file), content);
}

async function released(tag: string): Promise<string> {
  const { code, output } = await run(tag);
  expect([code, output]).toEqual([0, expect.stringMatching(/ (?:as|is) [0-9a-f]{40}\.\n$/)]);
  return /[0-9a-f]{40}/.exec(output)?.[0] ?? '';
}

function run(tag: string) {
  const token = github.jobToken({ contents: 'write' });
  return runStep(github, ['scripts/release/release-action.ts'], {
    RELEASE_TAG: tag,
    ACTION_DIR: folder,
    GITHUB_TOKEN: token,
  });
}

function tags(...names: readonly string[]) {
  return Promise.all(names.map(name => github.state.git.refSha(name)));
}
