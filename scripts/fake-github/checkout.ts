import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '#store/temporary-folder.fixture.ts';
import type { Git } from './git/git.ts';

/** Writes the files of a branch into a folder, as actions/checkout does. The folder is empty if the branch does not exist. */
export async function checkOut(git: Git, branch: string, folder: string): Promise<void> {
  await removeFolder(folder);
  await mkdir(folder, { recursive: true });
  const tip = await git.refSha(`refs/heads/${branch}`);
  if (tip === undefined) return;
  const env = { ...process.env, GIT_INDEX_FILE: path.join(git.directory, `index-of-${branch}`) };
  const args = ['--git-dir', git.directory, '--work-tree', folder, 'read-tree', '--reset', '-u', tip];
  await rm(env.GIT_INDEX_FILE, { force: true });
  await promisify(execFile)('git', args, { env });
}
