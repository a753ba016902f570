import { place, type Repository } from '../api/repository.ts';
import type { TagCache } from '../api/tag-cache.ts';
import { parseResultBlock } from './result-block.ts';
import type { ReviewResult } from './review-result.ts';

/** The account in whose name workflows act; nobody else can have it. */
const WORKFLOW_ACCOUNT = 'github-actions[bot]';

/** Pages of 100 comments that are read at most. */
const PAGES = 20;

/** The last verdict that the review wrote into a pull request; what anybody else writes there does not count. */
export async function readPullResult(
  repository: Repository,
  number: number,
  cache: TagCache,
  reviewer = WORKFLOW_ACCOUNT,
): Promise<ReviewResult | undefined> {
  let last: ReviewResult | undefined;
  for (let page = 1; page <= PAGES; page++) {
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
