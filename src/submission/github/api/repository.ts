import type { Octokit } from 'octokit';

/** The repository that holds the registry's records, and the right to act on it. */
export interface Repository {
  readonly octokit: Pick<Octokit, 'request'>;
  readonly owner: string;
  readonly name: string;
  /** The branch that holds what publishers say. */
  readonly base: string;
}

/** The path parameters that every operation on the repository takes. */
export function place({ owner, name }: Repository): { readonly owner: string; readonly repo: string } {
  return { owner, repo: name };
}
