import { appToken } from '#submission/github/api/app-token.ts';
import type { PrivateFiles } from '../private-files.ts';
import { createState, SetupError, type Step } from '../step.ts';
import { type AppFlowOptions, createAppFromManifest, toPkcs8 } from './app-manifest.ts';
import { type GithubContext, orUndefined } from './github-context.ts';
import { CONFLICT, readVariables, setVariable } from './variables.ts';

/** The file with the private key of the App, until the operator moves it offline. */
export const APP_KEY_FILE = 'app-key.pem';

/**
 * The file with the id and the key of a new App. GitHub shows the key only once, so one write stores both before anything
 * else can fail, and an interrupted run does not create a second App.
 */
const APP_FILE = 'app.json';

interface StoredApp {
  readonly id: string;
  readonly privateKey: string;
}

export interface AppContext extends GithubContext {
  readonly files: PrivateFiles;
  /** Shows the operator a URL to open. Undefined if no operator is present. */
  readonly openUrl: ((url: string, purpose: string) => void) | undefined;
  /** An App that exists already, for use without a person. Its key is in PKCS #1 or PKCS #8. */
  readonly existingApp?: StoredApp | undefined;
  readonly publicClient: AppFlowOptions['octokit'];
  readonly githubUrl: string;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Creates the GitHub App that opens the pull requests of submissions. */
export function createAppStep(context: AppContext): Step {
  const { octokit, owner, repo, settings, files, openUrl, existingApp, publicClient, githubUrl, signal } = context;
  return {
    id: 'app',
    title: 'GitHub App for submissions',
    effect: 'The registry is read-only: submissions by POST and by issue form are rejected.',
    undo: 'Delete the App under Settings, Developer settings, GitHub Apps, and the variable SUBMISSION_APP_ID.',
    async inspect() {
      const id = (await readVariables(context)).get('SUBMISSION_APP_ID');
      return createState(id === undefined ? ['the App and its id in SUBMISSION_APP_ID'] : []);
    },
    async apply() {
      const app = existingApp ?? (await readApp()) ?? (await createApp());
      await files.write(APP_KEY_FILE, readKey(app.privateKey));
      const { id } = app;
      const variable = { name: 'SUBMISSION_APP_ID', value: id, exists: false };
      await setVariable(context, variable).catch((error: { readonly status?: number }) => {
        if (error.status !== CONFLICT) throw error;
        throw new SetupError(`${CREATED_TWICE} Delete the App with the id ${id}, and let the other person finish.`);
      });
    },
  };

  async function createApp(): Promise<StoredApp> {
    if (openUrl === undefined) throw new SetupError(NEEDS_OPERATOR);
    const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo });
    const created = await createAppFromManifest({
      settings,
      owner,
      isOrganization: data.owner.type === 'Organization',
      octokit: publicClient,
      githubUrl,
      onReady: url => openUrl(url, 'create the App'),
      signal,
    });
    const app = { id: String(created.id), privateKey: created.privateKey };
    await files.write(APP_FILE, JSON.stringify(app));
    return app;
  }

  /** Returns the App of an interrupted run. */
  async function readApp(): Promise<StoredApp | undefined> {
    const text = await files.read(APP_FILE);
    return text === undefined ? undefined : (JSON.parse(text) as StoredApp);
  }
}

/** @throws SetupError if the text is not a key */
function readKey(pem: string): string {
  try {
    return toPkcs8(pem);
  } catch {
    throw new SetupError('SUBMISSION_APP_PRIVATE_KEY is not a private key in the PEM format.');
  }
}

const CREATED_TWICE = 'Another person created a GitHub App for this repository at the same time.';

const NEEDS_OPERATOR =
  'A person must confirm the GitHub App. Run npm run setup in a terminal, or create the App by hand and set SUBMISSION_APP_ID and SUBMISSION_APP_PRIVATE_KEY while setup runs.';

/** Installs the App on the repository and stores the id of its installation. */
export function createInstallationStep(context: AppContext): Step {
  const { octokit, owner, repo, files, openUrl, publicClient, githubUrl, now, sleep, signal } = context;

  async function findInstallation(appId: string) {
    const privateKey = await files.read(APP_KEY_FILE);
    if (privateKey === undefined)
      throw new SetupError(
        `The key of the App is missing. Generate one on the page of the App, convert it with openssl pkcs8 -topk8 -nocrypt, and save it as ${files.folder}/${APP_KEY_FILE}.`,
      );
    const token = await appToken({ appId: Number(appId), privateKey, installationId: 0 }, now());
    const headers = { authorization: `bearer ${token}` };
    const request = publicClient.request('GET /repos/{owner}/{repo}/installation', { owner, repo, headers });
    return orUndefined(request).catch((error: { readonly status?: number }) => {
      if (error.status !== 401) throw error;
      throw new SetupError(
        `GitHub rejected the key in ${files.folder}/${APP_KEY_FILE}. It was revoked or belongs to another App.`,
      );
    });
  }

  return {
    id: 'app-installation',
    title: 'Installation of the App',
    effect: 'The App cannot open pull requests in the repository.',
    undo: 'Uninstall the App under Settings, GitHub Apps, and delete the variable SUBMISSION_APP_INSTALLATION_ID.',
    async inspect() {
      const variables = await readVariables(context);
      const id = variables.get('SUBMISSION_APP_INSTALLATION_ID');
      const missing = 'the installation and its id in SUBMISSION_APP_INSTALLATION_ID';
      if (id === undefined) return createState([missing]);
      // The operator moves the key offline when setup is complete. As long as it is here, GitHub must accept it.
      if ((await files.read(APP_KEY_FILE)) === undefined) return createState([]);
      const installation = await findInstallation(variables.get('SUBMISSION_APP_ID') ?? '');
      return createState(installation === undefined || String(installation.id) !== id ? [missing] : []);
    },
    async apply() {
      const appId = (await readVariables(context)).get('SUBMISSION_APP_ID') ?? '';
      let installation = await findInstallation(appId);
      if (installation === undefined) {
        if (openUrl === undefined) throw new SetupError(`The App is not installed on ${owner}/${repo}. Install it.`);
        const { data } = await octokit.request('GET /repos/{owner}/{repo}', { owner, repo });
        // The App belongs to the account of the repository.
        const account = data.owner.type === 'Organization' ? `/organizations/${owner}` : '';
        openUrl(`${githubUrl}${account}/settings/apps`, `install the App on ${owner}/${repo}`);
      }
      // Checks every few seconds until the operator has installed the App.
      while (installation === undefined) {
        await sleep(3000);
        signal.throwIfAborted();
        installation = await findInstallation(appId);
      }
      const value = String(installation.id);
      const exists = (await readVariables(context)).has('SUBMISSION_APP_INSTALLATION_ID');
      await setVariable(context, { name: 'SUBMISSION_APP_INSTALLATION_ID', value, exists });
    },
  };
}
