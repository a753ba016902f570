import type { Ruleset } from '../repository-settings.ts';
import type { Actor, FakeGithubState } from '../state.ts';
import type { GithubRule } from './rule.ts';

export const RULESETS: GithubRule = {
  name: 'Rulesets',
  statement:
    'On a personal account, GitHub Actions cannot be on the bypass list of a ruleset; an App of the account can. A rule that requires pull requests therefore rejects the pushes of workflows.',
  documentation:
    'https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/about-rulesets',
};

/** The id of the App that job tokens belong to. */
const GITHUB_ACTIONS = 15_368;

/** A change of a ref. `old` is undefined for a new ref, and `sha` for a deleted one. */
export interface RefChange {
  readonly ref: string;
  readonly old: string | undefined;
  readonly sha: string | undefined;
  readonly isFastForward: boolean;
}

/** Returns the message of the first rule that forbids an actor to change a ref. */
export function findRuleViolation(
  { settings, app }: FakeGithubState,
  actor: Actor,
  change: RefChange,
): string | undefined {
  const active = settings.rulesets.filter(ruleset => isTarget(ruleset, change.ref) && !isBypassed(ruleset));
  const broken = active.flatMap(({ rules }) => rules).find(rule => MESSAGES[rule]?.(change) !== undefined);
  return broken && MESSAGES[broken]?.(change);

  function isBypassed({ bypass = [] }: Ruleset): boolean {
    return actor.app === app.slug && bypass.includes(app.id);
  }
}

/** Returns the error of a bypass list that GitHub rejects. */
export function findBypassError(actors: readonly BypassActor[] = []): string | undefined {
  return actors.some(({ actor_type, actor_id }) => actor_type === 'Integration' && actor_id === GITHUB_ACTIONS)
    ? 'Actor GitHub Actions integration must be part of the ruleset source or owner organization'
    : undefined;
}

export interface BypassActor {
  readonly actor_type: string;
  readonly actor_id: number;
}

const MESSAGES: Readonly<Record<string, (change: RefChange) => string | undefined>> = {
  creation: ({ old }) => (old === undefined ? 'Cannot create this ref.' : undefined),
  update: ({ old, sha }) => (old !== undefined && sha !== undefined ? 'Cannot update this protected ref.' : undefined),
  deletion: ({ sha }) => (sha === undefined ? 'Cannot delete this protected ref.' : undefined),
  non_fast_forward: ({ isFastForward }) => (isFastForward ? undefined : 'Cannot force-push to this branch.'),
  pull_request: ({ sha }) => (sha ? 'Changes must be made through a pull request.' : undefined),
  required_status_checks: ({ sha }) => (sha ? 'Required status checks are expected.' : undefined),
};

/** Supports the patterns of setup: a full name, or a prefix before `*`. */
export function isTarget({ target, include, isDisabled }: Ruleset, ref: string): boolean {
  if (isDisabled || !ref.startsWith(target === 'tag' ? 'refs/tags/' : 'refs/heads/')) return false;
  return (include ?? ['refs/heads/main']).some(pattern =>
    pattern.endsWith('*') ? ref.startsWith(pattern.slice(0, -1)) : ref === pattern,
  );
}
