import { type Origin, parseOrigin } from '#listing/origin.ts';
import { expectShape } from './api/expect-shape.ts';
import type { Repository } from './api/repository.ts';
import { toBranchName } from './branch-name.ts';

/** The relevant fields of a pull request. */
export interface Pull {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly body: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly merged_at: string | null;
  /** Null if the account was deleted. */
  readonly user: { readonly login: string } | null;
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    /** Null if the fork was deleted. */
    readonly repo: { readonly full_name: string } | null;
  };
}

/** @throws UnexpectedResponseError if a response is not a pull request */
export function expectPull<T extends Pull>(data: T): T {
  return expectShape(data, Number.isInteger(data.number) && typeof data.head?.ref === 'string');
}

/** Returns the title and body of the pull request that submits an origin. */
export function pullText({ url }: Origin): { readonly title: string; readonly body: string } {
  return {
    title: `Submit ${url}`,
    body: [
      `<!-- submission ${url} -->`,
      `A user submitted ${url} to the registry.`,
      '',
      'The file has the manifest from the time of the submission. A review checks the origin and merges the manifest that the origin serves at that time.',
    ].join('\n'),
  };
}

/** Returns the origin that a pull request submits, or undefined if `githubSubmissions` did not open it. */
export async function parseSubmittedOrigin(pull: Pull, { owner, name }: Repository): Promise<Origin | undefined> {
  if (pull.head.repo?.full_name.toLowerCase() !== `${owner}/${name}`.toLowerCase()) return undefined;
  const [, submittedUrl = ''] = /^<!-- submission (\S+) -->/.exec(pull.body ?? '') ?? [];
  const result = parseOrigin(submittedUrl);
  return result.ok && (await toBranchName(result.value)) === pull.head.ref ? result.value : undefined;
}
