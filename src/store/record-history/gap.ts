import { runGitCommand } from './git.ts';

/** Why the history of a directory cannot be told from git; undefined when it can. */
export async function historyGap(directory: string): Promise<string | undefined> {
  const shallow = await runGitCommand(directory, 'rev-parse', '--is-shallow-repository');
  if (shallow.code === null) return 'git could not be run';
  if (shallow.code !== 0) return `git finds no repository in ${directory}: ${shallow.complaint}`;
  if (shallow.output !== 'false') return 'the repository is a shallow clone; fetch its whole history';
  const partial = await runGitCommand(directory, 'config', '--get-regexp', PARTIAL);
  return partial.code === 0 ? 'the repository is a partial clone; fetch all of its objects' : undefined;
}

const PARTIAL = '^(extensions\\.partialclone|remote\\..*\\.promisor)$';
