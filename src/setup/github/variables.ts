import { toEnvironment } from '../deployment-settings.ts';
import { createState, type Step } from '../step.ts';
import type { GithubContext } from './github-context.ts';

/** Sets the variables of the repository from the settings. */
export function createVariablesStep(context: GithubContext): Step {
  const { settings } = context;
  const wanted: Readonly<Record<string, string>> = {
    ...toEnvironment(settings),
    ...(settings.cloudflare_account_id !== undefined && { CLOUDFLARE_ACCOUNT_ID: settings.cloudflare_account_id }),
    ...(settings.cloudflare_preview_account_id !== undefined && {
      CLOUDFLARE_PREVIEW_ACCOUNT_ID: settings.cloudflare_preview_account_id,
    }),
  };
  async function findMissing(): Promise<{ readonly name: string; readonly exists: boolean }[]> {
    const values = await readVariables(context);
    return Object.entries(wanted)
      .filter(([name, value]) => values.get(name) !== value)
      .map(([name]) => ({ name, exists: values.has(name) }));
  }
  return {
    id: 'variables',
    title: 'Variables',
    effect: 'The deployment uses default URLs and links to 127.0.0.1 or to the host of the platform.',
    undo: 'Delete the variables under Settings, Secrets and variables, Actions.',
    inspect: async () => createState((await findMissing()).map(({ name }) => name)),
    async apply() {
      for (const { name, exists } of await findMissing()) {
        const variable = { name, value: wanted[name] ?? '', exists };
        await setVariable(context, variable).catch((error: { readonly status?: number }) => {
          // Another person may run setup at the same time.
          if (error.status !== CONFLICT) throw error;
          return setVariable(context, { ...variable, exists: true });
        });
      }
    },
  };
}

/** The status of a request that creates a variable that exists. */
export const CONFLICT = 409;

/** GitHub returns at most 30 variables per page. */
const PAGE = 30;

type Place = Pick<GithubContext, 'octokit' | 'owner' | 'repo'>;

/** Returns the variables of the repository by name. */
export async function readVariables({ octokit, owner, repo }: Place): Promise<ReadonlyMap<string, string>> {
  const path = 'GET /repos/{owner}/{repo}/actions/variables';
  const values = new Map<string, string>();
  for (let page = 1; ; page++) {
    const { data } = await octokit.request(path, { owner, repo, per_page: PAGE, page });
    for (const { name, value } of data.variables) values.set(name, value);
    if (data.variables.length < PAGE) return values;
  }
}

/**
 * Creates or changes a variable.
 * @throws an error with the status `CONFLICT` if the variable exists with another value and should not
 */
export async function setVariable(
  place: Place,
  { name, value, exists }: { readonly name: string; readonly value: string; readonly exists: boolean },
): Promise<void> {
  const { octokit, owner, repo } = place;
  const variable = { owner, repo, name, value };
  if (exists) {
    await octokit.request('PATCH /repos/{owner}/{repo}/actions/variables/{name}', variable);
    return;
  }
  const created = octokit.request('POST /repos/{owner}/{repo}/actions/variables', variable);
  await created.catch(async (error: { readonly status?: number }) => {
    // The response to an earlier attempt can be lost.
    if (error.status !== CONFLICT || (await readVariables(place)).get(name) !== value) throw error;
  });
}
