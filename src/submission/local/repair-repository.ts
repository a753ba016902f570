import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifExists } from '#store/if-exists.ts';
import { GitError } from '../git/git.ts';
import { OBSERVATIONS } from '../revalidation/written-run.ts';

/** Matches a HEAD that git can read: the name of a branch, or a commit. */
const HEAD = /^(ref: refs\/heads\/\S+|[0-9a-f]{40,64})\s*$/;

/** Matches the file of a branch. */
const TIP = /^[0-9a-f]{40,64}\s*$/;

/**
 * Replaces damaged files of a local registry's repository whose content is known: HEAD names the branch of the records. The
 * branch of the observations is removed, because the next run of revalidation creates it from their folder. No git process
 * may be running.
 *
 * @param gitDir the `.git` folder; may not exist
 */
export async function repairGitFiles(gitDir: string, branch: string): Promise<void> {
  const head = path.join(gitDir, 'HEAD');
  if (await isDamaged(head, HEAD)) await writeFile(head, `ref: refs/heads/${branch}\n`);
  const observations = path.join(gitDir, 'refs/heads', OBSERVATIONS);
  if (await isDamaged(observations, TIP)) await rm(observations);
}

/** Whether a file exists and has other content. */
async function isDamaged(file: string, pattern: RegExp): Promise<boolean> {
  const text = await ifExists(readFile(file, 'utf8'));
  return text !== undefined && !pattern.test(text);
}

/** Whether git failed because it cannot parse a configuration. */
export function isConfigError(error: unknown): boolean {
  return error instanceof GitError && /\bbad\b.*\bconfig\b/.test(error.message);
}

/** Renames the configuration of a repository to `config.damaged`. `git init` writes a new one. */
export async function setAsideConfig(gitDir: string): Promise<void> {
  const config = path.join(gitDir, 'config');
  await rename(config, `${config}.damaged`);
}

/** Returns an error for the operator about a repository that git cannot open. */
export function explainGitError(folder: string, cause: GitError): RangeError {
  const [line = ''] = cause.message.split('\n');
  const message = /No space left on device/.test(cause.message)
    ? `The disk is full: ${line}. Free some space.`
    : `The repository ${folder} cannot be opened: ${line} See "Damaged repository" in src/site/docs/runbooks.md.`;
  return new RangeError(message, { cause });
}
