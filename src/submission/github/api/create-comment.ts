import { expectShape } from './expect-shape.ts';
import { type Comment, createOwnCommentCheck } from './own-comments.ts';
import { place, type Repository } from './repository.ts';

/** GitHub's clock can differ from this one, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000;

/**
 * Comments on an issue or a pull request. If GitHub created the comment but its response was lost, a client that retries
 * (`withRetry`) does not create a second one.
 *
 * @throws RequestError if GitHub fails
 */
export async function createComment(repository: Repository, issue_number: number, body: string): Promise<void> {
  const { octokit } = repository;
  const thread = { ...place(repository), issue_number };
  const since = new Date(Date.now() - CLOCK_TOLERANCE).toISOString();
  const findResult = async () => {
    const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const { data, ...response } = await octokit.request(list, { ...thread, since, per_page: 100 });
    const isOwn = createOwnCommentCheck(octokit);
    for (const comment of expectShape(data, Array.isArray(data)) as readonly Comment[])
      if (comment.body?.trim() === body.trim() && (await isOwn(comment))) return { ...response, data: comment };
    return undefined;
  };
  const path = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
  await octokit.request(path, { ...thread, body, request: { findResult } });
}
