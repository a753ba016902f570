import * as core from '@actions/core';
import { isStatus } from '#submission/github/api/api-error.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { type Begin, upsertComment } from '#submission/github/api/upsert-comment.ts';

/**
 * Creates or updates the comment for one manifest on a pull request. Logs a warning if the token cannot write, as for
 * pull requests from forks. The job summary has the same text.
 */
export async function commentOnPull(
  repository: Repository,
  pull: number,
  file: string,
  text: string,
  begin: Begin,
): Promise<void> {
  try {
    await upsertComment(repository, pull, toCommentName(file), text, begin);
  } catch (error) {
    if (!isStatus(error, 401, 403, 404)) throw error;
    core.warning(
      'Could not write the comment: the token needs the permission "pull-requests: write". Pull requests from forks never have it. See the job summary for the results.',
    );
  }
}

/** Each manifest has its own comment. The name is in an HTML comment, so it must not contain `--`. */
function toCommentName(file: string): string {
  return `api-manifest ${encodeURIComponent(file).replaceAll('-', '%2D')}`;
}
