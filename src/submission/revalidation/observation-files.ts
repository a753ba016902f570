import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Observation } from '#listing/observation.ts';
import { type FileChange, tipOf } from '../git/commits.ts';
import { type Git, LONG_GIT_TIMEOUT_MS } from '../git/git.ts';

/** An observation as a file. */
export function observationText(observation: Observation): string {
  return `${JSON.stringify(observation, null, 2)}\n`;
}

/** All observations of a folder, as files to commit; a folder that is not there has none. */
export async function* observationFiles(folder: string): AsyncGenerator<FileChange> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const { name } of entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))) {
    for (const file of (await readdir(path.join(folder, name))).filter(each => each.endsWith('.json'))) {
      yield { path: `${name}/${file}`, content: await readFile(path.join(folder, name, file)) };
    }
  }
}

/** Writes what a branch of observations holds to a folder, over what is there; without the branch, nothing. */
export async function checkOutObservations(git: Git, branch: string, folder: string): Promise<void> {
  const tip = await tipOf(git, branch);
  if (tip === undefined) return;
  const index = path.join(git.dir, 'observations-index');
  await mkdir(folder, { recursive: true });
  await git.run(['read-tree', tip], { index, timeoutMs: LONG_GIT_TIMEOUT_MS });
  const options = { index, workTree: path.resolve(folder), timeoutMs: LONG_GIT_TIMEOUT_MS };
  await git.run(['checkout-index', '--all', '--force', '--quiet'], options);
}
