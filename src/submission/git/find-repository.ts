import path from 'node:path';
import { createGit, type Git, LONG_GIT_TIMEOUT_MS, run } from './git.ts';

/** The repository that contains a folder. */
export interface SurroundingRepository {
  readonly git: Git;
  /** The root of the work tree. */
  readonly top: string;
  /** The path of the folder in the work tree: empty, or with a trailing slash. */
  readonly prefix: string;
  /** The current branch. Empty if HEAD is detached. */
  readonly branch: string;
}

/** @throws Error if the folder is not in a git repository */
export async function findRepository(folder: string, author?: string): Promise<SurroundingRepository> {
  const args = ['rev-parse', '--absolute-git-dir', '--show-toplevel', '--show-prefix'];
  const [dir = '', top = '', prefix = ''] = String(await run(['-C', path.resolve(folder), ...args])).split('\n');
  const git = createGit(dir, author);
  const branch = await git.run(['symbolic-ref', '--quiet', '--short', 'HEAD']).then(String, () => '');
  return { git, top, prefix, branch: branch.trim() };
}

/** Updates files in the work tree and the index to HEAD, after it moved. */
export async function followHead({ git, top }: SurroundingRepository, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['restore', '--source=HEAD', '--staged', '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await git.run(args, { workTree: top, input: paths.join('\0'), timeoutMs: LONG_GIT_TIMEOUT_MS });
}
