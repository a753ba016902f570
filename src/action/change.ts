/** The change that triggered a workflow. */
export interface Change {
  /** The number of the pull request. Undefined for other events. */
  readonly pull: number | undefined;
  /** The commit before the change. Undefined for a new branch, for example. */
  readonly before: string | undefined;
}

interface Event {
  readonly before?: unknown;
  readonly pull_request?: { readonly number?: unknown; readonly base?: { readonly sha?: unknown } };
  readonly merge_group?: { readonly base_sha?: unknown };
}

/** Parses the event of a push, a pull request, or a merge queue. Other events have no change. */
export function parseChange(event: Event): Change {
  const { pull_request: pull, merge_group: group } = event;
  return {
    pull: Number.isSafeInteger(pull?.number) ? Number(pull?.number) : undefined,
    before: parseCommit(pull?.base?.sha ?? group?.base_sha ?? event.before),
  };
}

/** A push of a new branch has a hash of zeros. */
function parseCommit(sha: unknown): string | undefined {
  return typeof sha === 'string' && /^[0-9a-f]{40}$/.test(sha) && !/^0+$/.test(sha) ? sha : undefined;
}
