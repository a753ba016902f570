import type { GithubRule } from './rule.ts';

export const FORK_SECRETS: GithubRule = {
  name: 'Forks without secrets',
  statement:
    'A `pull_request` run of a fork gets no secrets and a job token that can only read. A `pull_request_target` run gets both, because it runs the code of the base branch.',
  documentation:
    'https://docs.github.com/en/actions/security-for-github-actions/security-guides/using-secrets-in-github-actions',
};

export const FIRST_TIME_APPROVAL: GithubRule = {
  name: 'First-time contributor approval',
  statement:
    'A `pull_request` run of a first-time contributor waits for the approval of a maintainer. A `pull_request_target` run never waits.',
  documentation: 'https://docs.github.com/en/actions/managing-workflow-runs/approving-workflow-runs-from-public-forks',
};

/** The author of a pull request. */
export interface PullAuthor {
  readonly isFork: boolean;
  readonly isFirstTime: boolean;
}

/** Whether a run of an event gets secrets and the permissions that its jobs request. */
export function getsSecrets(event: string, { isFork }: PullAuthor): boolean {
  return event !== 'pull_request' || !isFork;
}

/** Whether a run of an event waits for a maintainer. */
export function needsApproval(event: string, { isFork, isFirstTime }: PullAuthor): boolean {
  return event === 'pull_request' && isFork && isFirstTime;
}
