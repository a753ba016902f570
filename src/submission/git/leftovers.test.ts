import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeFolder } from '#store/temporary-folder.fixture.ts';
import { addCommits } from './commits.ts';
import { createGit, run } from './git.ts';
import { removeGitLeftovers } from './leftovers.ts';

let folder: string;
let gitDir: string;

beforeEach(async () => {
  folder = await makeTemporaryFolder('git-leftovers-');
  gitDir = path.join(folder, '.git');
  await run(['init', '--quiet', '--template=', '--initial-branch=main', folder]);
});
afterEach(() => removeFolder(folder));

test('removes temporary files, crash reports, and keep files of fast-import, and no object of the branch', async () => {
  const git = createGit(gitDir);
  const message = { subject: 'Add a file', body: '' };
  await addCommits(git, { name: 'main', tip: undefined }, [
    { message, time: 0, files: [{ path: 'file', content: 'text' }] },
  ]);
  const packs = await readdir(path.join(gitDir, 'objects/pack'));
  const pack = packs.find(name => name.endsWith('.pack'))?.replace(/\.pack$/, '') ?? '';
  await mkdir(path.join(gitDir, 'objects/00'), { recursive: true });
  const planted = [
    'fast_import_crash_12',
    'objects/00/tmp_obj_x1Y2z3',
    'objects/pack/.tmp-12-pack-00.idx',
    'objects/pack/tmp_idx_x1Y2z3',
    'objects/pack/tmp_pack_x1Y2z3',
  ];
  for (const file of planted) await writeFile(path.join(gitDir, file), 'torn');
  await writeFile(path.join(gitDir, `objects/pack/${pack}.keep`), 'fast-import\n');
  await writeFile(path.join(gitDir, 'objects/pack/pack-of-the-operator.keep'), 'Keep it.\n');

  const removed = await removeGitLeftovers(gitDir);
  const expected = [...planted, `objects/pack/${pack}.keep`].map(file => path.join(gitDir, file));
  expect(removed.toSorted()).toEqual(expected.toSorted());
  expect((await readdir(path.join(gitDir, 'objects/pack'))).toSorted()).toEqual(
    [...packs, 'pack-of-the-operator.keep'].toSorted(),
  );
  expect(String(await git.run(['show', 'main:file']))).toBe('text');
  expect(String(await git.run(['fsck', '--strict', '--full']))).toBe('');
});

test('finds nothing without a repository', async () => {
  expect(await removeGitLeftovers(path.join(folder, 'none'))).toEqual([]);
});
