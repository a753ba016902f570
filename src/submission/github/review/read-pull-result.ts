import { expectShape } from '../api/expect-shape.ts';
import { place, type Repository } from '../api/repository.ts';
import type { TagCache } from '../api/tag-cache.ts';
import { parseResultBlock } from './result-block.ts';
import type { ReviewResult } from './review-result.ts';

/** The author of a comment. */
interface Commenter {
  readonly login: string;
  readonly type: string;
}

/** Any App. Only Apps that a maintainer installed can comment, and no user can register an account of an App. */
export const isBot = ({ type }: Commenter): boolean => type === 'Bot';

/** The maximum number of pages of 100 comments to read. */
const MAX_PAGES = 20;

/** Returns the last review result in the comments of a pull request. Ignores comments from other accounts. */
export async function readPullResult(
  repository: Repository,
  number: number,
  cache: TagCache,
  isReviewer: (author: Commenter) => boolean,
): Promise<ReviewResult | undefined> {
  let last: ReviewResult | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await cache.get(`comments ${number} ${page}`, async sent => {
      const { headers, data } = await repository.octokit.request(
        'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { ...place(repository), issue_number: number, per_page: 100, page, headers: sent },
      );
      return { headers, data: expectShape(data, Array.isArray(data)) };
    });
    for (const { user, body } of comments) {
      const verdict = user && isReviewer(user) ? parseResultBlock(body ?? '') : undefined;
      last = verdict ?? last;
    }
    if (comments.length < 100) break;
  }
  return last;
}
