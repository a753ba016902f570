import * as core from '@actions/core';
import { isStatus } from '#submission/github/api/api-error.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { type Begin, upsertComment } from '#submission/github/api/upsert-comment.ts';

/**
 * Keeps the comment of one manifest on a pull request. Where the token may not write, as for pull requests from forks,
 * that is told in the log: the summary of the job has the same text.
 */
export async function comment(
  repository: Repository,
  pull: number,
  file: string,
  text: string,
  begin: Begin,
): Promise<void> {
  try {
    await upsertComment(repository, pull, nameOf(file), text, begin);
  } catch (error) {
    if (!isStatus(error, 401, 403, 404)) throw error;
    core.warning(
      'The comment could not be written: the token has no permission "pull-requests: write". Pull requests from forks never have it. The summary of this job has what it would say.',
    );
  }
}

/** Each manifest of a repository has a comment of its own; nothing in a name may end the HTML comment that it stands in. */
function nameOf(file: string): string {
  return `api-manifest ${encodeURIComponent(file).replaceAll('-', '%2D')}`;
}
