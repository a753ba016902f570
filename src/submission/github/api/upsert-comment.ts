import { createComment } from './create-comment.ts';
import { type Comment, createOwnCommentCheck } from './own-comments.ts';
import { place, type Repository } from './repository.ts';

/** Whether to create a missing comment, or only to update an existing one. */
export type Begin = 'always' | 'never';

/**
 * Creates a comment on a pull request, or updates it. Finds the comment by its first line and its author, so that it never
 * overwrites other comments.
 *
 * @throws Error if GitHub rejects the request
 */
export async function upsertComment(
  repository: Repository,
  pull: number,
  name: string,
  text: string,
  begin: Begin = 'always',
): Promise<void> {
  const mark = `<!-- kept comment: ${name} -->`;
  const body = `${mark}\n${text}`;
  const thread = { ...place(repository), issue_number: pull };
  const isOwn = createOwnCommentCheck(repository.octokit);
  for (let page = 1; ; page += 1) {
    const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const { data } = await repository.octokit.request(list, { ...thread, per_page: 100, page });
    const comments = data as readonly Comment[];
    for (const comment of comments) {
      if (!comment.body?.startsWith(mark) || !(await isOwn(comment))) continue;
      const change = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
      await repository.octokit.request(change, { ...place(repository), comment_id: comment.id, body });
      return;
    }
    if (comments.length < 100) break;
  }
  if (begin === 'never') return;
  await createComment(repository, pull, body);
}
