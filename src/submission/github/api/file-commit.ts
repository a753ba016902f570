import { isStatus } from './api-error.ts';
import { place, type Repository } from './repository.ts';

/** A file to commit, and the message to do it with. */
export interface FileCommit {
  readonly path: string;
  readonly text: string;
  readonly message: string;
}

/** Makes a commit that puts one file on top of a branch, without moving the branch; where there is none, a first commit. */
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
  /** The commit below it. */
  readonly base: Tip | undefined;
  /** The branch did not exist. */
  readonly isFirst: boolean;
  /** The branch has the file already, as it is. */
  readonly isEmpty: boolean;
}

/**
 * Puts a file on top of a branch, which is made where there is none; nothing happens where the branch has it already. What
 * others commit meanwhile stays: it is tried anew on top of that.
 *
 * @param beforeMoving called with each commit before the branch is moved to it. The branch is moved only if the commit's
 *   base is still its last one, so that what was read of the base holds when the commit lands.
 * @throws RequestError when the branch is never at rest, or GitHub fails
 */
export async function commitFile(
  repository: Repository,
  branch: string,
  file: FileCommit,
  beforeMoving: (commit: MadeCommit) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const commit = await commitOnto(repository, branch, file);
    const { sha, isFirst, isEmpty } = commit;
    if (isEmpty) return;
    await beforeMoving(commit);
    try {
      await (isFirst ? makeBranch(repository, branch, sha) : moveBranch(repository, branch, sha));
      return;
    } catch (error) {
      if (tries >= TRIES || !isStatus(error, 409, 422)) throw error;
    }
  }
}

const TRIES = 8;

export async function makeBranch(repository: Repository, branch: string, sha: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  await repository.octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...place(repository), ref, sha });
}

/** @param force whether to drop what the branch has and the commit has not */
export async function moveBranch(repository: Repository, branch: string, sha: string, force = false): Promise<void> {
  const ref = `heads/${branch}`;
  const target = { ...place(repository), ref, sha, force };
  await repository.octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', target);
}

/** Takes a branch away; one that is gone already is no fault. */
export async function deleteBranch(repository: Repository, branch: string): Promise<void> {
  const ref = `heads/${branch}`;
  try {
    await repository.octokit.request('DELETE /repos/{owner}/{repo}/git/refs/{ref}', { ...place(repository), ref });
  } catch (error) {
    if (!isStatus(error, 422)) throw error;
  }
}

/** The last commit of a branch and its tree; undefined when there is no such branch. */
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
