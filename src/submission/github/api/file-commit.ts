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
 */
export async function commitOnto(repository: Repository, branch: string, file: FileCommit): Promise<MadeCommit> {
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
  return { sha: commit.sha, base, isFirst: base === undefined, isEmpty: tree.sha === base?.tree };
}

export interface MadeCommit {
  readonly sha: string;
  /** The parent commit. */
  readonly base: Tip | undefined;
  /** Whether the branch did not exist. */
  readonly isFirst: boolean;
  /** Whether the branch already has the same file. */
  readonly isEmpty: boolean;
}

/**
 * Commits a file to a branch, which is created if it does not exist. Does nothing if the branch already has the file.
 * Keeps concurrent commits of others: retries on top of them.
 *
 * @param beforeMoving called with each commit before the branch moves to it. The branch moves only if its tip is still
 * the parent of the commit, so that everything read from the parent is still valid.
 * @throws RequestError if GitHub fails, or if the branch keeps changing
 */
export async function commitFile(
  repository: Repository,
  branch: string,
  file: FileCommit,
  beforeMoving: (commit: MadeCommit) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const commit = await commitOnto(repository, branch, file);
    const { sha, isFirst, isEmpty } = commit;
    if (isEmpty) return;
    await beforeMoving(commit);
    try {
      await (isFirst ? makeBranch(repository, branch, sha) : moveBranch(repository, branch, sha));
      return;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isStatus(error, 409, 422)) throw error;
    }
  }
}

const MAX_ATTEMPTS = 8;

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

/** Deletes a branch. Does nothing if the branch does not exist. */
export async function deleteBranch(repository: Repository, branch: string): Promise<void> {
  const ref = `heads/${branch}`;
  try {
    await repository.octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', { ...place(repository), ref });
  } catch (error) {
    if (!isStatus(error, 422)) throw error;
  }
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

export interface Tip {
  readonly sha: string;
  readonly tree: string;
}
