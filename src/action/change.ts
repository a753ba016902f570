/** What a workflow runs for. */
export interface Change {
  /** The number of the pull request; undefined where it runs for none. */
  readonly pull: number | undefined;
  /** The commit that the change is made to; undefined where there is none, as for a new branch. */
  readonly before: string | undefined;
}

interface Event {
  readonly before?: unknown;
  readonly pull_request?: { readonly number?: unknown; readonly base?: { readonly sha?: unknown } };
  readonly merge_group?: { readonly base_sha?: unknown };
}

/** Reads the event that GitHub hands to a job: of a push, a pull request, or a merge queue; others change nothing. */
export function changeOf(event: Event): Change {
  const { pull_request: pull, merge_group: group } = event;
  return {
    pull: Number.isSafeInteger(pull?.number) ? Number(pull?.number) : undefined,
    before: commit(pull?.base?.sha ?? group?.base_sha ?? event.before),
  };
}

/** All zeros is how a push says that the branch is new. */
function commit(sha: unknown): string | undefined {
  return typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha) && !/^0+$/.test(sha) ? sha : undefined;
}
