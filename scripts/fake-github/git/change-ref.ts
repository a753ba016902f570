import { updatePulls } from '../pushes.ts';
import { findRuleViolation } from '../rules/rulesets.ts';
import type { Actor, FakeGithubState } from '../state.ts';

/** The outcome of a change of a ref: `conflict` if it changed in the meantime. */
export type RefResult = 'changed' | 'conflict' | { readonly violation: string };

/** Creates, moves, or deletes a ref if the rulesets allow it, and updates the pull requests. */
export async function changeRef(
  github: FakeGithubState,
  actor: Actor,
  { ref, old, sha }: { readonly ref: string; readonly old: string | undefined; readonly sha: string | undefined },
): Promise<RefResult> {
  const { git } = github;
  const isFastForward = old === undefined || sha === undefined || (await git.isAncestor(old, sha));
  const violation = findRuleViolation(github, actor, { ref, old, sha, isFastForward });
  if (violation !== undefined) return { violation };
  if (sha === undefined) await git.deleteRef(ref);
  else if (!(old === undefined ? await git.createRef(ref, sha) : await git.moveRef(ref, sha, old))) return 'conflict';
  await updatePulls(github, ref, actor);
  return 'changed';
}
