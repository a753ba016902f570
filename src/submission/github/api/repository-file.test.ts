import { expect, test } from 'vitest';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { useFakeGithub } from '../fake-github.fixture.ts';
import { githubClient } from './client.ts';
import { readRepositoryFile } from './repository-file.ts';

let github: FakeGithub;
useFakeGithub(started => {
  github = started;
});

test('reads a file of a branch and of a commit up to the maximum size', async () => {
  const sha = await github.push('change', [{ path: 'a.json', content: '[1]\n' }], 'mallory');
  const read = (ref: string, path: string, maxBytes?: number) =>
    readRepositoryFile(createRepository(), ref, path, maxBytes);
  expect(await read('main', 'registry/taxonomy.json')).toEqual(new TextEncoder().encode('{}\n'));
  expect(await read(sha, 'a.json', 4)).toEqual(new TextEncoder().encode('[1]\n'));
  expect(await read(sha, 'a.json', 3)).toBeUndefined();
  expect(await read('main', 'a.json')).toBeUndefined();
});

function createRepository() {
  const { owner, name, address } = github;
  const credentials = { token: github.jobToken({ contents: 'read' }) };
  return { octokit: githubClient({ apiUrl: address, credentials }), owner, name, base: 'main' };
}
