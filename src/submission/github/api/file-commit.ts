import { isStatus } from './api-error.ts';
import { expectShape } from './expect-shape.ts';
import { place, type Repository } from './repository.ts';

/** A file to commit, with the commit message. */
export interface FileCommit {
  readonly path: string;
  readonly text: string;
  readonly message: string;
}

/**
 * Creates a commit with one file on top of a branch, without moving the branch.
 *
 * @returns the hash of the commit
 * @throws Error if the branch does not exist; a commit without a parent could not be merged
 */
export async function commitOnto(repository: Repository, branch: string, file: FileCommit): Promise<string> {
  const { octokit } = repository;
  const base = await tipOf(repository, branch);
  if (!base) throw new Error(`Branch ${branch} does not exist.`);
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...place(repository),
    base_tree: base.tree,
    tree: [{ path: file.path, mode: '100644', type: 'blob', content: file.text }],
  });
  const { sha } = expectHash(tree);
  const { data: commit } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...place(repository),
    message: file.message,
    tree: sha,
    parents: [base.sha],
  });
  return expectHash(commit).sha;
}

function expectHash<T extends { readonly sha: string }>(data: T): T {
  return expectShape(data, typeof data.sha === 'string');
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
    const { commit } = expectShape(data, typeof data.commit?.commit?.tree?.sha === 'string');
    return { sha: commit.sha, tree: commit.commit.tree.sha };
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

interface Tip {
  readonly sha: string;
  readonly tree: string;
}
