import { createState, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/** The labels that the workflows use. */
export const LABELS = [
  { name: 'accepted', color: '1a7f37', description: 'The submission was merged.' },
  { name: 'rejected', color: 'cf222e', description: 'The submission did not pass its checks.' },
  { name: 'needs-person', color: '9a6700', description: 'A maintainer must decide.' },
  { name: 'alarm', color: 'd1242f', description: 'A workflow fails, or a submission is stuck.' },
] as const;

/** Creates the labels. The job that labels pull requests may not create them. */
export function createLabelsStep({ octokit, owner, repo }: GithubContext): Step {
  async function findMissing() {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/labels', { owner, repo, per_page: 100 });
    const names = new Set(data.map(({ name }) => name));
    return LABELS.filter(({ name }) => !names.has(name));
  }
  return {
    id: 'labels',
    title: 'Labels',
    effect: 'Pull requests of submissions and alarm issues have no labels, so they cannot be filtered.',
    undo: 'Delete the labels under Issues, Labels.',
    inspect: async () => createState((await findMissing()).map(({ name }) => `the label "${name}"`)),
    async apply() {
      for (const label of await findMissing()) {
        await octokit.request('POST /repos/{owner}/{repo}/labels', { owner, repo, ...label }).catch(ignoreExisting);
      }
    },
  };
}

/** Another person may run setup at the same time. */
function ignoreExisting(error: { readonly status?: number; readonly message?: string }): void {
  if (error.status !== 422 || !/already_exists/.test(String(error.message))) throw error;
}
