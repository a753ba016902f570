import { place, type Repository } from '../api/repository.ts';
import type { TagCache } from '../api/tag-cache.ts';
import { parseResultBlock } from './result-block.ts';
import type { ReviewResult } from './review-result.ts';

/** The account of workflows, which no user can register. */
const WORKFLOW_ACCOUNT = 'github-actions[bot]';

/** The maximum number of pages of 100 comments to read. */
const MAX_PAGES = 20;

/** Returns the last review result in the comments of a pull request. Ignores comments from other accounts. */
export async function readPullResult(
  repository: Repository,
  number: number,
  cache: TagCache,
  reviewer = WORKFLOW_ACCOUNT,
): Promise<ReviewResult | undefined> {
  let last: ReviewResult | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await cache.get(`comments ${number} ${page}`, headers =>
      repository.octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...place(repository),
        issue_number: number,
        per_page: 100,
        page,
        headers,
      }),
    );
    for (const { user, body } of comments) {
      const verdict = user?.type === 'Bot' && user.login === reviewer ? parseResultBlock(body ?? '') : undefined;
      last = verdict ?? last;
    }
    if (comments.length < 100) break;
  }
  return last;
}
