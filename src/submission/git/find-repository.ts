import path from 'node:path';
import { createGit, type Git, LONG_GIT_TIMEOUT_MS, run } from './git.ts';

/** The repository that a folder lies in. */
export interface SurroundingRepository {
  readonly git: Git;
  /** The top of its work tree. */
  readonly top: string;
  /** Where the folder lies in it: empty, or with a slash at its end. */
  readonly prefix: string;
  /** The branch that is checked out; empty where none is. */
  readonly branch: string;
}

/** @throws Error when the folder lies in no git repository */
export async function findRepository(folder: string, author?: string): Promise<SurroundingRepository> {
  const args = ['rev-parse', '--absolute-git-dir', '--show-toplevel', '--show-prefix'];
  const [dir = '', top = '', prefix = ''] = String(await run(['-C', path.resolve(folder), ...args])).split('\n');
  const git = createGit(dir, author);
  const branch = await git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']).then(String, () => '');
  return { git, top, prefix, branch: branch.trim() };
}

/** Makes files of the work tree and the index what the checked-out commit says, after it moved on. */
export async function followHead({ git, top }: SurroundingRepository, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['restore', '--source=HEAD', '--staged', '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await git.run(args, { workTree: top, input: paths.join('\0'), timeoutMs: LONG_GIT_TIMEOUT_MS });
}
