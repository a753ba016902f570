import { isStatus } from './api-error.ts';
import { place, type Repository } from './repository.ts';

/** A file to commit, with the commit message. */
export interface FileCommit {
  readonly path: string;
  readonly text: string;
  readonly message: string;
}

/**
 * Creates a commit with one file on top of a branch, without moving the branch. If the branch does not exist, creates
 * its first commit.
 *
 * @returns the hash of the commit
 */
export async function commitOnto(repository: Repository, branch: string, file: FileCommit): Promise<string> {
  const { octokit } = repository;
  const base = await tipOf(repository, branch);
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...place(repository),
    ...(base && { base_tree: base.tree }),
    tree: [{ path: file.path, mode: '100644', type: 'blob', content: file.text }],
  });
  const { data: commit } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...place(repository),
    message: file.message,
    tree: tree.sha,
    parents: base ? [base.sha] : [],
  });
  return commit.sha;
}

/**
 * Creates a branch at a commit.
 * @throws RequestError 422 if the branch exists
 */
export async function makeBranch(repository: Repository, branch: string, sha: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  await repository.octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...place(repository), ref, sha });
}

/** @param force whether to discard commits that are only on the branch */
export async function moveBranch(repository: Repository, branch: string, sha: string, force = false): Promise<void> {
  const ref = `heads/${branch}`;
  const target = { ...place(repository), ref, sha, force };
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', target);
}

/** Returns the last commit of a branch and its tree, or undefined if the branch does not exist. */
export async function tipOf(repository: Repository, branch: string): Promise<Tip | undefined> {
  try {
    const target = { ...place(repository), branch };
    const { data } = await repository.octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', target);
    return { sha: data.commit.sha, tree: data.commit.commit.tree.sha };
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

interface Tip {
  readonly sha: string;
  readonly tree: string;
}
