import type { Octokit } from 'octokit';

/** The repository of the registry's records, with a client that may change it. */
export interface Repository {
  readonly octokit: Pick<Octokit, 'request'>;
  readonly owner: string;
  readonly name: string;
  /** The branch of the records. */
  readonly base: string;
}

/** Returns the path parameters that every endpoint of the repository takes. */
export function place({ owner, name }: Repository): { readonly owner: string; readonly repo: string } {
  return { owner, repo: name };
}
