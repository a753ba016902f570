import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isStatus } from '#submission/github/api/api-error.ts';
import { makeBranch, moveBranch, tipOf } from '#submission/github/api/file-commit.ts';
import { place, type Repository } from '#submission/github/api/repository.ts';
import { readRepositoryFile } from '#submission/github/api/repository-file.ts';

const BRANCH = 'action';

/** The bundled program, which identifies a version of the action. */
const PROGRAM = 'dist/index.mjs';

/**
 * Commits the files of a folder to the branch of the action and tags the commit `action-v1.2.3` and `action-v1`. The tag of a
 * version never moves. After an interruption, a new run continues and repeats nothing.
 *
 * @returns a summary for the log
 * @throws RangeError if the version was published with a different program
 */
export async function publishAction(repository: Repository, folder: string, version: string): Promise<string> {
  const name = `action-v${version}`;
  const published = await readRepositoryFile(repository, name, PROGRAM);
  if (published && !Buffer.from(published).equals(await readFile(path.join(folder, PROGRAM))))
    throw new RangeError(`${name} was published with another program. Release a new version.`);

  const tree = await createTree(repository, folder);
  const tip = await tipOf(repository, BRANCH);
  if (published && tip?.tree !== tree) return `${name} is already published.`;
  const sha = tip?.tree === tree ? tip.sha : await createCommit(repository, tree, tip?.sha, version);
  if (tip === undefined) await makeBranch(repository, BRANCH, sha);
  else if (tip.sha !== sha) await moveBranch(repository, BRANCH, sha);
  if (!published) await createTag(repository, name, sha);
  await createOrMoveTag(repository, `action-v${version.split('.')[0]}`, sha);
  return `Published ${name} as ${sha}.`;
}

async function createTree(repository: Repository, folder: string): Promise<string> {
  const tree = await readEntries(folder);
  const request = { ...place(repository), tree };
  const { data } = await repository.octokit.request('POST /repos/{owner}/{repo}/git/trees', request);
  return data.sha;
}

async function readEntries(folder: string) {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const content = await readFile(file, 'utf8');
      const target = path.relative(folder, file).split(path.sep).join('/');
      return { path: target, mode: '100644', type: 'blob', content } as const;
    }),
  );
}

async function createCommit(repository: Repository, tree: string, parent: string | undefined, version: string) {
  const { data } = await repository.octokit.request('POST /repos/{owner}/{repo}/git/commits', {
    ...place(repository),
    message: `Release ${version}`,
    tree,
    parents: parent === undefined ? [] : [parent],
  });
  return data.sha;
}

async function createTag(repository: Repository, name: string, sha: string): Promise<void> {
  const request = { ...place(repository), ref: `refs/tags/${name}`, sha };
  await repository.octokit.request('POST /repos/{owner}/{repo}/git/refs', request);
}

/** Creates a tag or moves an existing one. */
async function createOrMoveTag(repository: Repository, name: string, sha: string): Promise<void> {
  try {
    await createTag(repository, name, sha);
  } catch (error) {
    if (!isStatus(error, 422)) throw error;
    const request = { ...place(repository), ref: `tags/${name}`, sha, force: true };
    await repository.octokit.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', request);
  }
}
