import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { FakeGithub } from '#scripts/fake-github/fake-github.ts';
import { useFakeGithub } from '../fake-github.fixture.ts';
import { type Landing, openLanding } from './landing.ts';

let github: FakeGithub;
useFakeGithub(running => {
  github = running;
});

let landing: Landing;
beforeEach(async () => {
  const token = github.jobToken({ contents: 'write' });
  const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  landing = await openLanding({ url: `${github.address}/${github.owner}/${github.name}.git`, authorization });
  onTestFinished(() => landing.close());
});

test('reads several branches, and none before the first refresh', async () => {
  await github.push('observations', [{ path: 'a/b.json', content: '1' }]);
  expect(landing.has('main')).toBe(false);
  expect(await landing.read('main', ['registry/taxonomy.json'])).toEqual([undefined]);
  await landing.refresh('main', 'observations', 'missing');
  expect(['main', 'observations', 'missing'].filter(landing.has)).toEqual(['main', 'observations']);
  expect(await texts('main', 'registry/taxonomy.json', 'none')).toEqual(['{}\n', undefined]);
  expect(await texts('observations', 'a/b.json')).toEqual(['1']);
  expect(await texts('missing', 'a/b.json')).toEqual([undefined]);
  expect(await landing.list('observations', 'a')).toEqual(['b.json']);
  expect(await landing.list('missing', 'a')).toEqual([]);
});

test('starts a deleted branch again without its old files', async () => {
  await github.push('observations', [{ path: 'old.json', content: '1' }]);
  await landing.refresh('observations');
  await github.state.git.deleteRef('refs/heads/observations');
  await landing.refresh('observations');
  expect(await texts('observations', 'old.json')).toEqual([undefined]);

  const message = { subject: 'Add a file', body: '' };
  await landing.commit('observations', { message, time: 0, files: [{ path: 'new.json', content: '2' }] });
  await landing.commit('observations', { message, time: 0, files: [{ path: 'next.json', content: '3' }] });
  await landing.push('observations');
  expect(
    await Promise.all(['old.json', 'new.json', 'next.json'].map(file => github.file('observations', file))),
  ).toEqual([undefined, '2', '3']);
});

async function texts(branch: string, ...files: readonly string[]): Promise<(string | undefined)[]> {
  const contents = await landing.read(branch, files);
  return contents.map(content => content && new TextDecoder().decode(content));
}
