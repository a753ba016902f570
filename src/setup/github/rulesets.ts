import { createState, SetupError, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/**
 * The rulesets. They contain only rules that the workflows meet: on a personal account, GitHub Actions cannot be
 * exempt from a ruleset, so a rule that requires pull requests would stop every submission and every revalidation.
 */
export const RULESETS = [
  { name: 'Protect main', target: 'branch', include: ['refs/heads/main'], rules: ['deletion', 'non_fast_forward'] },
  // Each revalidation replaces the branch with a single commit, which is a force push.
  { name: 'Protect observations', target: 'branch', include: ['refs/heads/observations'], rules: ['deletion'] },
  {
    name: 'Protect releases',
    target: 'tag',
    include: ['refs/tags/v*'],
    rules: ['deletion', 'non_fast_forward', 'update'],
  },
] as const;

/** Rules that would stop the commits of the workflows. */
const BLOCKING_RULES = ['pull_request', 'required_status_checks', 'update', 'merge_queue', 'required_signatures'];

const BLOCKING: Readonly<Record<string, readonly string[]>> = {
  main: BLOCKING_RULES,
  observations: [...BLOCKING_RULES, 'non_fast_forward', 'required_linear_history'],
};

/** Creates the rulesets, and reports rules of others that would stop the workflows. */
export function createRulesetsStep({ octokit, owner, repo }: GithubContext): Step {
  async function listRulesets() {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/rulesets', { owner, repo, per_page: 100 });
    return data;
  }
  /** A ruleset can exist and be disabled. */
  async function findMissing() {
    const present = await listRulesets();
    return RULESETS.flatMap(ruleset => {
      const found = present.find(({ name }) => name === ruleset.name);
      return found?.enforcement === 'active' ? [] : [{ ...ruleset, isDisabled: found !== undefined }];
    });
  }
  return {
    id: 'rulesets',
    title: 'Rulesets',
    effect: 'History can be rewritten or deleted, and the tag of a release can be moved.',
    undo: 'Delete the rulesets under Settings, Rules.',
    async inspect() {
      return createState(
        (await findMissing()).map(({ name, isDisabled }) => `the ${isDisabled ? 'disabled ' : ''}ruleset "${name}"`),
      );
    },
    async apply() {
      for (const { name, target, include, rules, isDisabled } of await findMissing()) {
        if (isDisabled)
          throw new SetupError(
            `The ruleset "${name}" is disabled. Set its enforcement status to Active under Settings, Rules.`,
          );
        await octokit
          .request('POST /repos/{owner}/{repo}/rulesets', {
            owner,
            repo,
            name,
            target,
            enforcement: 'active',
            conditions: { ref_name: { include: [...include], exclude: [] } },
            rules: rules.map(type => ({ type })),
          })
          .catch(ignoreExisting);
      }
    },
  };
}

/** Another person may run setup at the same time. Names of rulesets are unique. */
function ignoreExisting(error: { readonly status?: number; readonly message?: string }): void {
  if (error.status !== 422 || !/unique/i.test(String(error.message))) throw error;
}

/** Finds rules that stop the commits of the workflows. */
export function createBlockingRulesStep({ octokit, owner, repo }: GithubContext): Step {
  return {
    id: 'blocking-rules',
    title: 'Rules that stop workflows',
    effect: 'Accepted submissions and revalidation cannot write to main.',
    undo: 'Nothing to undo.',
    async inspect() {
      const missing: string[] = [];
      for (const [branch, types] of Object.entries(BLOCKING)) {
        const path = 'GET /repos/{owner}/{repo}/rules/branches/{branch}';
        const { data } = await octokit.request(path, { owner, repo, branch });
        const blocking = new Set(data.map(({ type }) => type).filter(type => types.includes(type)));
        missing.push(...[...blocking].map(type => `an exemption from the rule "${type}" for ${branch}`));
      }
      return createState(
        missing,
        'Under Settings, Rules, remove these rules. GitHub Actions cannot be on the bypass list of a personal account.',
      );
    },
  };
}
