import * as core from '@actions/core';
import { RequestError } from 'octokit';
import { getReason } from '#submission/github/api/api-error.ts';
import type { Repository } from '#submission/github/api/repository.ts';
import { type Begin, upsertComment } from '#submission/github/api/upsert-comment.ts';

/**
 * Creates or updates the comment for one manifest on a pull request. Logs a warning with the reason and the fix if GitHub
 * rejects it, as for pull requests from forks. The job summary has the same text.
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
    if (!(error instanceof RequestError)) throw error;
    const { status } = error;
    core.warning(
      `Could not write the comment: GitHub responded with status ${status}: ${getReason(error)}. ${describeFix(status)}The job summary has the results.`,
    );
  }
}

function describeFix(status: number): string {
  if (status === 401) return 'Check the input "token". ';
  if (status === 403 || status === 404)
    return 'Give the job or the token the permission "pull-requests: write". Pull requests from forks never have it. ';
  return status === 429 || status >= 500 ? 'Run the job again. ' : '';
}

/** Each manifest has its own comment. The name is in an HTML comment, so it must not contain `--`. */
function toCommentName(file: string): string {
  return `api-manifest ${encodeURIComponent(file).replaceAll('-', '%2D')}`;
}
