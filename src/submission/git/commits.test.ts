import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits, type FileChange, tipOf } from './commits.ts';
import { createGit, type Git, run } from './git.ts';

const TIME = Date.parse('2026-11-21T09:30:00Z');

let folder: string;
let git: Git;
beforeEach(async () => {
  folder = await makeTemporaryFolder('commits-');
  await run(['init', '--quiet', '--initial-branch=main', folder]);
  git = createGit(path.join(folder, '.git'), 'Harbor APIs');
});
afterEach(() => removeFolder(folder));

async function add(tip: string | undefined, files: readonly FileChange[], subject = 'Change'): Promise<string> {
  return addCommits(git, { name: 'main', tip }, [{ message: { subject, body: 'Why.' }, time: TIME, files }]);
}

async function read(...args: string[]): Promise<string> {
  return String(await git.run(args));
}

describe('commits', () => {
  test('contain the message, trailers, author, time, and files as given', async () => {
    const content = 'line\r\nmark :1\ndone\n\0\u2028ü';
    const files = [{ path: 'listings/ex/[::1]_8080.json', content }];
    const trailers = [['Outcome', 'listed']] as const;
    const message = { subject: 'List it', body: 'Why.\n\nHow.' };
    const commits = [{ message, trailers, time: TIME, files }];
    const tip = await addCommits(git, { name: 'main', tip: undefined }, commits);
    expect(await tipOf(git, 'main')).toBe(tip);
    expect(await read('show', 'main:listings/ex/[::1]_8080.json')).toBe(content);
    expect(await read('log', '-1', '--format=%an|%ae|%ct|%B|%(trailers:key=Outcome,valueonly)')).toBe(
      `Harbor APIs|registry@localhost|${TIME / 1000}|List it\n\nWhy.\n\nHow.\n\nOutcome: listed\n|listed\n\n`,
    );
  });

  test('build on the tip in order and can remove files', async () => {
    const first = await add(undefined, [
      { path: 'a', content: '1' },
      { path: 'b', content: '1' },
    ]);
    const commit = (subject: string, files: FileChange[]) => ({ message: { subject, body: '' }, time: TIME, files });
    await addCommits(git, { name: 'main', tip: first }, [
      commit('Two', [{ path: 'a', content: '2' }]),
      commit('Three', [{ path: 'b', content: undefined }]),
    ]);
    expect(await read('log', '--format=%s')).toBe('Three\nTwo\nChange\n');
    expect(await read('ls-tree', '-r', '--name-only', 'main')).toBe('a\n');
  });

  test('fail with an error if the branch has moved', async () => {
    const first = await add(undefined, [{ path: 'a', content: '1' }]);
    const second = await add(first, [{ path: 'a', content: '2' }]);
    await expect(add(first, [{ path: 'a', content: '3' }])).rejects.toThrow(/fast-import exited with/);
    expect(await tipOf(git, 'main')).toBe(second);
  });

  test('fail if their input fails', async () => {
    const first = await add(undefined, [{ path: 'a', content: '1' }]);
    async function* broken() {
      yield { path: 'a', content: '2' };
      throw new Error('the disk is gone');
    }
    const commits = [{ message: { subject: 'Half', body: '' }, time: TIME, files: broken() }];
    await expect(addCommits(git, { name: 'main', tip: first }, commits)).rejects.toThrow();
    expect(await tipOf(git, 'main')).toBe(first);
  });

  test('replace a branch if they have no parent', async () => {
    await add(undefined, [{ path: 'a', content: '1' }]);
    await add(undefined, [{ path: 'b', content: '2' }], 'Start over');
    expect(await read('log', '--format=%s')).toBe('Start over\n');
    expect(await read('ls-tree', '-r', '--name-only', 'main')).toBe('b\n');
    expect(await read('fsck', '--strict', '--no-dangling')).toBe('');
  });
});
