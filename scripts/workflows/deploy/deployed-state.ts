import { createHash } from 'node:crypto';
import { createGit } from '#submission/git/git.ts';

/** The state that a deployment publishes, in the file `deployment.json`. */
export interface DeployedState {
  /** Identifies what the deployment was built from. */
  readonly fingerprint: string;
  readonly deployed_at: string;
}

/** The file of a deployed registry. A rollback restores the file of the previous version. */
export const DEPLOYED_STATE_FILE = 'deployment.json';

/** The maximum age of a deployment in milliseconds; then an unchanged registry is deployed again, because the signature of its export expires. */
const MAX_AGE = 7 * 24 * 60 * 60_000;

/** The time limit of the request in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Identifies the inputs of a deployment: the trees of the code and records, of the observations, and the settings.
 *
 * @param gitDirs the `.git` folders of the checkouts; one that does not exist has no tree
 */
export async function computeFingerprint(
  gitDirs: readonly string[],
  settings: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const trees = await Promise.all(
    gitDirs.map(dir =>
      createGit(dir)
        .run(['rev-parse', '--verify', 'HEAD^{tree}'])
        .then(
          output => String(output).trim(),
          () => null,
        ),
    ),
  );
  const entries = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([trees, entries]))
    .digest('hex');
}

/**
 * Whether a deployed registry was built from the same inputs, less than a week ago.
 *
 * @param registryUrl undefined if it is not known
 * @param now milliseconds since 1970
 */
export async function isDeployed(
  registryUrl: string | undefined,
  fingerprint: string,
  { fetch, now }: { readonly fetch: typeof globalThis.fetch; readonly now: number },
): Promise<boolean> {
  if (!registryUrl) return false;
  try {
    const url = new URL(`${registryUrl.replace(/\/+$/, '')}/${DEPLOYED_STATE_FILE}`);
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), cache: 'no-store' });
    const state = (await response.json()) as Partial<DeployedState>;
    return response.ok && state.fingerprint === fingerprint && now - Date.parse(state.deployed_at ?? '') < MAX_AGE;
  } catch {
    // A registry that is offline or was never deployed must be deployed.
    return false;
  }
}
