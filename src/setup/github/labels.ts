import { createState, SetupError, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/** The labels that the workflows use. */
export const LABELS = [
  { name: 'accepted', color: '1a7f37', description: 'The submission was merged.' },
  { name: 'rejected', color: 'cf222e', description: 'The submission did not pass its checks.' },
  { name: 'needs-person', color: '9a6700', description: 'A maintainer must decide.' },
  { name: 'alarm', color: 'd1242f', description: 'A workflow fails, or a submission is stuck.' },
] as const;

const PAGE = 100;

/** Creates the labels. The job that labels pull requests may not create them. */
export function createLabelsStep({ octokit, owner, repo }: GithubContext): Step {
  async function findMissing() {
    const names = await listNames();
    return LABELS.filter(({ name }) => !names.includes(name));
  }
  async function listNames(): Promise<readonly string[]> {
    const names: string[] = [];
    for (let page = 1; ; page++) {
      const query = { owner, repo, per_page: PAGE, page };
      const { data } = await octokit.request('GET /repos/{owner}/{repo}/labels', query);
      names.push(...data.map(({ name }) => name));
      if (data.length < PAGE) return names;
    }
  }
  return {
    id: 'labels',
    title: 'Labels',
    effect: 'Pull requests of submissions and alarm issues have no labels, so they cannot be filtered.',
    undo: 'Delete the labels under Issues, Labels.',
    inspect: async () => createState((await findMissing()).map(({ name }) => `the label "${name}"`)),
    async apply() {
      const names = await listNames();
      for (const label of await findMissing()) {
        // GitHub ignores the case, and the workflows compare the name.
        const other = names.find(name => name.toLowerCase() === label.name);
        if (other !== undefined)
          throw new SetupError(
            `The repository has the label "${other}". Rename it to "${label.name}" under Issues, Labels.`,
          );
        await octokit.request('POST /repos/{owner}/{repo}/labels', { owner, repo, ...label }).catch(ignoreExisting);
      }
    },
  };
}

/** Another person may run setup at the same time. */
function ignoreExisting(error: { readonly status?: number; readonly message?: string }): void {
  if (error.status !== 422 || !/already_exists/.test(String(error.message))) throw error;
}
