import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Observation } from '#listing/observation.ts';
import { ifExists } from '#store/if-exists.ts';
import type { FileChange } from '../git/commits.ts';
import { fetchBranch, type Remote } from '../git/fetch-branch.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';

/** Formats an observation as the text of a file. */
export function observationText(observation: Observation): string {
  return `${JSON.stringify(observation, null, 2)}\n`;
}

/** Reads all observations of a folder as files to commit. Yields nothing if the folder does not exist. */
export async function* observationFiles(folder: string): AsyncGenerator<FileChange> {
  const entries = (await ifExists(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const { name } of entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))) {
    for (const file of (await readdir(path.join(folder, name))).filter(each => each.endsWith('.json'))) {
      yield { path: `${name}/${file}`, content: await readFile(path.join(folder, name, file)) };
    }
  }
}

/**
 * Finds the commit with the last observations that a clone knows: that of the local branch, or of the fetched one if it is newer.
 * Undefined if neither exists.
 */
export async function findObservations(git: Git, branch: string): Promise<string | undefined> {
  const refs = [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];
  const order = ['--sort=-committerdate', '--count=1', '--format=%(objectname)'];
  return String(await git.run(['for-each-ref', ...order, ...refs])).trim() || undefined;
}

/**
 * Checks out the last observations to a folder and overwrites existing files. Then the local branch has them, too, because new
 * results are added to it. Does nothing if neither branch exists.
 *
 * @param remote the repository that gets the results. If undefined, the local branch gets them
 */
export async function checkOutObservations(
  git: Git,
  branch: string,
  folder: string,
  remote: Remote | undefined,
): Promise<void> {
  const tip = remote ? await fetchBranch(git, branch, remote) : await findObservations(git, branch);
  if (tip === undefined) return;
  if (!remote) await git.run(['update-ref', `refs/heads/${branch}`, tip]);
  await mkdir(folder, { recursive: true });
  // A shared index would stay locked after a kill.
  const temporary = await mkdtemp(path.join(tmpdir(), 'observations-'));
  const index = path.join(temporary, 'index');
  try {
    await git.run(['read-tree', tip], { index, timeoutMs: LONG_GIT_TIMEOUT_MS });
    const options = { index, workTree: path.resolve(folder), timeoutMs: LONG_GIT_TIMEOUT_MS };
    await git.run(['checkout-index', '--all', '--force', '--quiet'], options);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
