import { type Origin, parseOrigin } from '#listing/origin.ts';
import type { Repository } from './api/repository.ts';
import { toBranchName } from './branch-name.ts';

/** What is looked at of a pull request; GitHub shows more. */
export interface Pull {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly body: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly closed_at: string | null;
  readonly merged_at: string | null;
  readonly head: {
    readonly ref: string;
    readonly sha: string;
    /** Null when the fork is gone. */
    readonly repo: { readonly full_name: string } | null;
  };
}

/** Title and text of the pull request that submits an origin. */
export function pullText({ url }: Origin): { readonly title: string; readonly body: string } {
  return {
    title: `Submit ${url}`,
    body: [
      `<!-- submission ${url} -->`,
      `Somebody submitted ${url} to the registry.`,
      '',
      'The file is what the origin served at that moment. It is checked now; what is merged is what the origin serves then.',
    ].join('\n'),
  };
}

/** The origin that a pull request submits; undefined when it was not opened by `githubSubmissions`. */
export async function parseSubmittedOrigin(pull: Pull, { owner, name }: Repository): Promise<Origin | undefined> {
  if (pull.head.repo?.full_name.toLowerCase() !== `${owner}/${name}`.toLowerCase()) return undefined;
  const [, address = ''] = /^<!-- submission (\S+) -->/.exec(pull.body ?? '') ?? [];
  const result = parseOrigin(address);
  return result.ok && (await toBranchName(result.value)) === pull.head.ref ? result.value : undefined;
}
