import type { Octokit } from 'octokit';
import { isStatus } from './api-error.ts';

/** A comment on an issue or a pull request. */
export interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user: { readonly id: number; readonly type: string } | null;
}

/**
 * Creates a check whether a comment is ours: its author is a bot, such as GitHub Actions, or the user of a personal access
 * token. The check requests the user at most once, and only for a comment of a person.
 */
export function createOwnCommentCheck(octokit: Pick<Octokit, 'request'>): (comment: Comment) => Promise<boolean> {
  let own: Promise<number | undefined> | undefined;
  return async ({ user }) => {
    if (user === null || user.type === 'Bot') return user !== null;
    own ??= fetchUserId(octokit);
    return user.id === (await own);
  };
}

/** Returns the id of the user of a token. Undefined for the token of a job or an App, which has no user. */
async function fetchUserId(octokit: Pick<Octokit, 'request'>): Promise<number | undefined> {
  try {
    const { data } = await octokit.request('GET /user');
    return Number(data.id);
  } catch (error) {
    if (isStatus(error, 401, 403, 404)) return undefined;
    throw error;
  }
}
