import type { Octokit } from 'octokit';
import type { DeploymentSettings } from '../deployment-settings.ts';

/** The shared context of the GitHub steps. */
export interface GithubContext {
  /** Acts as the operator. */
  readonly octokit: Octokit;
  readonly owner: string;
  readonly repo: string;
  readonly settings: DeploymentSettings;
}

/** Returns the response data, or undefined if GitHub responds with 404. */
export async function orUndefined<T>(request: Promise<{ readonly data: T }>): Promise<T | undefined> {
  return request.then(
    ({ data }) => data,
    (error: { readonly status?: number }) => {
      if (error.status === 404) return undefined;
      throw error;
    },
  );
}
