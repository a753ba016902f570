import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { type Git, initGit, type TreeEntry } from './git.ts';
import { run } from './run-git.ts';

const AUTHOR = { name: 'Ada [bot]', email: '1+ada@example.org', date: '2026-11-29T08:00:00Z' };

let folder: string;
let git: Git;

beforeEach(async () => {
  folder = await makeTemporaryFolder('fake-git-');
  git = await initGit(path.join(folder, 'registry.git'));
});
afterEach(async () => {
  await git.close();
  await removeFolder(folder);
});

test('writes objects that git accepts', async () => {
  const first = await commit(undefined, [
    { path: 'a/b/c.txt', content: 'one\n' },
    { path: 'a.txt', content: 'two\n' },
    { path: 'a-b', content: Buffer.from([0, 255, 10]) },
    { path: 'a0/ü.txt', content: '' },
  ]);
  const second = await commit(first, [
    { path: 'a/b/c.txt' },
    { path: 'a/missing.txt', sha: null },
    { path: 'run.sh', mode: '100755', content: 'three\n' },
  ]);
  await git.createRef('refs/heads/main', second);
  expect(String(await run(['--git-dir', git.directory, 'fsck', '--strict', '--no-dangling']))).toBe('');
  expect(await listFiles(first)).toEqual(['100644 a-b', '100644 a.txt', '100644 a/b/c.txt', '100644 a0/ü.txt']);
  expect(await listFiles(second)).toEqual(['100644 a-b', '100644 a.txt', '100644 a0/ü.txt', '100755 run.sh']);
});

test('reads commits, trees, and files, by SHA and by ref', async () => {
  const first = await commit(undefined, [
    { path: 'folder/file.txt', content: 'one\n' },
    { path: 'bytes', content: Buffer.from([0, 255, 10, 10]) },
  ]);
  const second = await commit(first, [{ path: 'empty', content: '' }]);
  await git.createRef('refs/heads/main', second);
  const tree = await git.treeOf(second);
  expect(await git.commit('refs/heads/main')).toEqual({
    sha: second,
    tree,
    parents: [first],
    author: AUTHOR,
    committer: AUTHOR,
    message: 'Change files\n\nBecause of a test.',
  });
  expect(await git.treeEntries(tree ?? '')).toMatchObject([
    { path: 'bytes', mode: '100644', type: 'blob' },
    { path: 'empty', mode: '100644', type: 'blob' },
    { path: 'folder', mode: '040000', type: 'tree' },
  ]);
  const read = async (file: string) => git.blob((await git.blobAt('refs/heads/main', file)) ?? '');
  const contents = await Promise.all(['bytes', 'empty', 'folder/file.txt'].map(read));
  expect(contents.map(content => content.toString('hex'))).toEqual(['00ff0a0a', '', '6f6e650a']);
  expect(await git.blobAt('refs/heads/main', 'missing')).toBeUndefined();
});

test('lists the changed files of a branch with their lines', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `Line ${index}\n`).join('');
  const base = await commit(undefined, [
    { path: 'old name.txt', content: lines },
    { path: 'changed.txt', content: 'a\nb\n' },
    { path: 'removed.txt', content: 'a\n' },
  ]);
  const head = await commit(base, [
    { path: 'old name.txt' },
    { path: 'new name.txt', content: `${lines}Last line\n` },
    { path: 'changed.txt', content: 'a\nc\nd\n' },
    { path: 'removed.txt' },
    { path: 'added.bin', content: Buffer.from([0, 1]) },
  ]);
  const other = await commit(base, [{ path: 'later.txt', content: 'a\n' }]);
  expect(await git.changedFiles(other, head)).toMatchObject([
    { status: 'added', path: 'added.bin', additions: 0, deletions: 0 },
    { status: 'modified', path: 'changed.txt', additions: 2, deletions: 1 },
    { status: 'renamed', path: 'new name.txt', previousPath: 'old name.txt', additions: 1, deletions: 0 },
    { status: 'removed', path: 'removed.txt', additions: 0, deletions: 1 },
  ]);
});

async function commit(parent: string | undefined, entries: readonly TreeEntry[]): Promise<string> {
  const tree = await git.writeTree(parent && (await git.treeOf(parent)), entries);
  return git.writeCommit(tree, parent ? [parent] : [], 'Change files\n\nBecause of a test.', AUTHOR);
}

/** Lists the files of a commit with their modes, as git reads them. */
async function listFiles(sha: string): Promise<string[]> {
  const output = String(await run(['--git-dir', git.directory, 'ls-tree', '-r', '-z', sha]));
  return Array.from(output.matchAll(/(\d+) [^\t]+\t([^\0]+)\0/g), ([, mode, file]) => `${mode} ${file}`);
}
