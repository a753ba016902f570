import { createState, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/**
 * The rulesets. They contain only rules that the workflows meet: on a personal account, GitHub Actions cannot be
 * exempt from a ruleset, so a rule that requires pull requests would stop every submission and every revalidation.
 */
export const RULESETS = [
  { name: 'Protect branches', target: 'branch', include: ['refs/heads/main', 'refs/heads/observations'] },
  { name: 'Protect releases', target: 'tag', include: ['refs/tags/v*'] },
] as const;

/** Rules that would stop the commits of the workflows. */
const BLOCKING_RULES: readonly string[] = [
  'pull_request',
  'required_status_checks',
  'update',
  'merge_queue',
  'required_signatures',
];

/** Creates the rulesets, and reports rules of others that would stop the workflows. */
export function createRulesetsStep({ octokit, owner, repo }: GithubContext): Step {
  async function listRulesets() {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/rulesets', { owner, repo, per_page: 100 });
    return data;
  }
  async function findMissing() {
    const names = new Set((await listRulesets()).map(({ name }) => name));
    return RULESETS.filter(({ name }) => !names.has(name));
  }
  return {
    id: 'rulesets',
    title: 'Rulesets',
    effect: 'History can be rewritten or deleted, and the tag of a release can be moved.',
    undo: 'Delete the rulesets under Settings, Rules.',
    async inspect() {
      return createState((await findMissing()).map(({ name }) => `the ruleset "${name}"`));
    },
    async apply() {
      for (const { name, target, include } of await findMissing()) {
        const rules = [{ type: 'deletion' as const }, { type: 'non_fast_forward' as const }];
        await octokit.request('POST /repos/{owner}/{repo}/rulesets', {
          owner,
          repo,
          name,
          target,
          enforcement: 'active',
          conditions: { ref_name: { include: [...include], exclude: [] } },
          rules: target === 'tag' ? [...rules, { type: 'update' as const }] : rules,
        });
      }
    },
  };
}

/** Finds rules for `main` that stop the commits of the workflows. */
export function createBlockingRulesStep({ octokit, owner, repo }: GithubContext): Step {
  return {
    id: 'blocking-rules',
    title: 'Rules that stop workflows',
    effect: 'Accepted submissions and revalidation cannot write to main.',
    undo: 'Nothing to undo.',
    async inspect() {
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/rules/branches/{branch}', {
        owner,
        repo,
        branch: 'main',
      });
      const blocking = [...new Set(data.map(({ type }) => type).filter(type => BLOCKING_RULES.includes(type)))];
      return createState(
        blocking.map(type => `an exemption from the rule "${type}"`),
        'Under Settings, Rules, remove these rules for main, or add the submission App to their bypass list (organizations only).',
      );
    },
  };
}
