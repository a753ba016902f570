import { createState, type Step } from '../step.ts';
import { type GithubContext, orUndefined } from './github-context.ts';

/**
 * The environments that hold secrets, and the refs that may use them. `release` and `npm` run on tags of releases, the
 * others on the default branch.
 */
const ENVIRONMENTS = [
  { name: 'production', type: 'branch', pattern: 'main' },
  { name: 'preview', type: 'branch', pattern: 'main' },
  { name: 'submissions', type: 'branch', pattern: 'main' },
  { name: 'release', type: 'tag', pattern: 'v*' },
  { name: 'npm', type: 'tag', pattern: 'v*' },
] as const;

type Environment = (typeof ENVIRONMENTS)[number];

/** Creates the environments and restricts each to one branch or tag pattern, so that no pull request gets a secret. */
export function createEnvironmentsStep({ octokit, owner, repo }: GithubContext): Step {
  async function listMissing(): Promise<readonly Environment[]> {
    const present = await Promise.all(ENVIRONMENTS.map(isPresent));
    return ENVIRONMENTS.filter((_, index) => !present[index]);
  }

  async function isPresent({ name, type, pattern }: Environment): Promise<boolean> {
    const target = { owner, repo, environment_name: name };
    const found = await orUndefined(
      octokit.request('GET /repos/{owner}/{repo}/environments/{environment_name}', target),
    );
    if (found?.deployment_branch_policy?.custom_branch_policies !== true) return false;
    const { data } = await octokit.request(
      'GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies',
      target,
    );
    const [only, ...others] = data.branch_policies;
    return only?.name === pattern && (only.type ?? 'branch') === type && others.length === 0;
  }

  return {
    id: 'environments',
    title: 'Environments',
    effect: 'Secrets are missing in jobs that need them, or code outside of main can use them.',
    undo: 'Delete the environments under Settings, Environments. This also deletes their secrets.',
    async inspect() {
      return createState(
        (await listMissing()).map(({ name, type, pattern }) => `the environment ${name} for the ${type} ${pattern}`),
      );
    },
    async apply() {
      for (const { name, type, pattern } of await listMissing()) {
        const target = { owner, repo, environment_name: name };
        await octokit.request('PUT /repos/{owner}/{repo}/environments/{environment_name}', {
          ...target,
          deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
        });
        const path = '/repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies';
        const { data } = await octokit.request(`GET ${path}`, target);
        // Two people who run setup at the same time can create the same policy twice.
        const kept = data.branch_policies.find(policy => policy.name === pattern && (policy.type ?? 'branch') === type);
        for (const { id } of data.branch_policies) {
          if (id === kept?.id || id === undefined) continue;
          await octokit.request(`DELETE ${path}/{branch_policy_id}`, { ...target, branch_policy_id: id });
        }
        if (kept === undefined) await octokit.request(`POST ${path}`, { ...target, name: pattern, type });
      }
    },
  };
}
