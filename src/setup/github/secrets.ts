import sodium from 'libsodium-wrappers';
import { createState, type Step } from '../step.ts';
import { type GithubContext, orUndefined } from './github-context.ts';

/** A secret of an environment. */
export interface EnvironmentSecret {
  readonly environment: string;
  readonly name: string;
  /** The consequence of a missing secret. */
  readonly effect: string;
  /** Returns the value, or undefined if the operator has not provided it. */
  readonly read: () => Promise<string | undefined>;
  /** How the operator provides the value. */
  readonly fix: string;
}

/**
 * Stores a secret in an environment. GitHub never returns the value of a secret, so an existing one counts as done; to
 * replace it, delete it first.
 */
export function createSecretStep(
  { octokit, owner, repo }: Pick<GithubContext, 'octokit' | 'owner' | 'repo'>,
  { environment, name, effect, read, fix }: EnvironmentSecret,
): Step {
  const target = { owner, repo, environment_name: environment };
  const path = '/repos/{owner}/{repo}/environments/{environment_name}/secrets';
  const hasSecret = async () =>
    (await orUndefined(octokit.request(`GET ${path}/{secret_name}`, { ...target, secret_name: name }))) !== undefined;
  return {
    id: `secret-${environment}-${name}`,
    title: `Secret ${name} in ${environment}`,
    effect,
    undo: `Delete the secret under Settings, Environments, ${environment}, and revoke it where it was created.`,
    async inspect() {
      if (await hasSecret()) return createState([]);
      return createState([`the secret ${name} of the environment ${environment}`], fix);
    },
    async apply() {
      const value = await read();
      if (value === undefined) throw new RangeError(`${name} for the environment ${environment} is missing. ${fix}`);
      const { data: key } = await octokit.request(`GET ${path}/public-key`, target);
      await octokit.request(`PUT ${path}/{secret_name}`, {
        ...target,
        secret_name: name,
        encrypted_value: await sealSecret(value, key.key),
        key_id: key.key_id,
      });
    },
  };
}

/**
 * Encrypts a secret for GitHub, which accepts secrets only as sealed boxes for its public key.
 * @param publicKey the key of the repository or environment in base64
 * @returns the sealed box in base64
 */
async function sealSecret(secret: string, publicKey: string): Promise<string> {
  await sodium.ready;
  const key = sodium.from_base64(publicKey, sodium.base64_variants.ORIGINAL);
  const box = sodium.crypto_box_seal(sodium.from_string(secret), key);
  return sodium.to_base64(box, sodium.base64_variants.ORIGINAL);
}
