import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '#edge/config.ts';
import { type Origin, parseOrigin } from '#listing/origin.ts';
import { createFolder } from '#store/create-folder.ts';
import { requireRegistryFolder } from '#store/data-folders.ts';
import type { Remote } from '#submission/git/fetch-branch.ts';
import { run } from '#submission/git/git.ts';
import { isLocalGithub } from '#submission/github/api/is-local-github.ts';
import { type DataLock, lockDataDirectory } from '#submission/local/data-lock.ts';
import { localDirectories } from '#submission/local/local-registry.ts';
import { type Shard, shardFrom } from '#submission/revalidation/shard.ts';
import { watchesDocumentation } from '#submission/revalidation/watches-documentation.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of a run. */
export interface Setup {
  /** Contains `listings/`. It is in a git repository. */
  readonly registryDir: string;
  /** The directories of blocklists: the registry and, for a local registry, the directory that it imports from. */
  readonly blocklistDirs: readonly string[];
  /** Contains the observations. */
  readonly observationsDir: string;
  /** Whether the observations must first be checked out from their branch. */
  readonly observationsFromBranch: boolean;
  readonly resultsDir: string;
  readonly shard: Shard;
  readonly siteUrl: string;
  readonly siteName: string;
  /** Whether the directory belongs to a local registry. */
  readonly isOwn: boolean;
  /** Whether checks may send requests to loopback origins. */
  readonly local: boolean;
  /** Whether listings from documentation are probed, too. */
  readonly watchesDocumentation: boolean;
  /** The origin of the registry itself, if a public one lists itself. */
  readonly self: Origin | undefined;
  /** The time for starting checks, in milliseconds. Later checks wait for the next run. */
  readonly timeBudget: number;
  readonly baseBranch: string;
  readonly remote: Remote | undefined;
  /** The lock of a registry that the run changes. */
  readonly lock: DataLock | undefined;
}

/**
 * Loads the configuration from the environment (see `scripts/revalidate.ts`). The registry is the first of these: the
 * local registry in DATA_DIR if that is set, REGISTRY_DIR, a local registry in `./.data`, and `./registry`. With DATA_DIR,
 * REGISTRY_DIR is only the directory to import from. Loopback origins are allowed for a local registry on loopback, and if
 * the GitHub API is on loopback.
 *
 * @param writes whether the run changes the registry; read-only runs can share it with a running server
 * @throws RangeError if a setting is invalid, if there is no registry, or if another process changes it
 */
export async function loadSetup(environment: Environment, writes = true): Promise<Setup> {
  const { dataDir, given, isOwn } = await chooseRegistry(environment);
  if (!isOwn) requireRegistryFolder(given);
  const own = localDirectories(dataDir);
  const registryDir = isOwn ? own.registry : given;
  const resultsDir = environment.RESULTS_DIR || path.join(dataDir, 'revalidation');
  const fallback = isOwn ? own.observations : path.join(resultsDir, 'observations');
  const config = loadConfig(environment);
  const isGithubHere = isLocalGithub(environment);
  const local = isGithubHere || (isOwn && config.local);
  const isPublic = watchesDocumentation(environment.REGISTRY_URL, local);
  return {
    registryDir,
    blocklistDirs: [...new Set([registryDir, given])],
    isOwn,
    observationsDir: environment.OBSERVATIONS_DIR || fallback,
    observationsFromBranch: !environment.OBSERVATIONS_DIR && !isOwn,
    resultsDir,
    shard: shardFrom(environment.SHARD),
    siteUrl:
      environment.SITE_URL || `https://github.com/${environment.GITHUB_REPOSITORY || 'api-registry/api-registry'}`,
    siteName: config.addresses.siteName,
    local,
    watchesDocumentation: isPublic,
    self: isPublic && config.selfListing ? getOrigin(environment.REGISTRY_URL) : undefined,
    timeBudget: parseMinutes(environment.RUN_MINUTES) * 60_000,
    baseBranch: environment.BASE_BRANCH || 'main',
    remote: getRemote(environment),
    lock: writes ? await (isOwn ? lockDataDirectory(dataDir) : lockClone(registryDir)) : undefined,
  };
}

/**
 * Lets one command at a time change a clone, because each writes whole files that it read before. The lock is in the `.git`
 * folder, which all work trees share. A folder without git has it itself.
 *
 * @throws RangeError if another command has the lock
 */
async function lockClone(registryDir: string): Promise<DataLock> {
  const args = ['-C', path.resolve(registryDir), 'rev-parse', '--path-format=absolute', '--git-common-dir'];
  const gitDir = await run(args).then(
    output => String(output).trim(),
    () => registryDir,
  );
  const folder = path.join(gitDir, '.maintain');
  createFolder(folder);
  const format = (holder: string) =>
    `Another command changes this registry (${holder}). Wait until it ends, then run this one again.`;
  return lockDataDirectory(folder, format);
}

/**
 * Chooses the registry, as `loadSetup` describes.
 * @throws RangeError if DATA_DIR has no registry
 */
export async function chooseRegistry(environment: Environment): Promise<ChosenRegistry> {
  const dataDir = environment.DATA_DIR || './.data';
  const own = localDirectories(dataDir);
  const given = environment.REGISTRY_DIR || './registry';
  const isLocalRequested =
    Boolean(environment.DATA_DIR) || !environment.REGISTRY_DIR || path.resolve(given) === own.registry;
  const isOwn = isLocalRequested && (await isDirectory(own.registry));
  // Otherwise, a typo would change the registry of the clone.
  if (environment.DATA_DIR && !environment.REGISTRY_DIR && !isOwn)
    throw new RangeError(
      `DATA_DIR is "${dataDir}", which has no registry. Correct it, start the server once, or remove DATA_DIR to use the clone.`,
    );
  return { dataDir, given, isOwn };
}

interface ChosenRegistry {
  readonly dataDir: string;
  /** REGISTRY_DIR or its default. */
  readonly given: string;
  /** Whether the registry is the local one in the data directory. */
  readonly isOwn: boolean;
}

function getOrigin(url = ''): Origin | undefined {
  const origin = parseOrigin(url);
  return origin.ok ? origin.value : undefined;
}

function parseMinutes(text: string | undefined): number {
  if (/^[1-9]\d{0,3}$/.test(text || '40')) return Number(text || '40');
  throw new RangeError(`Invalid RUN_MINUTES: "${text}". Use an integer from 1 to 9999.`);
}

/** Returns the repository of the workflow, with the token of its job. */
function getRemote(environment: Environment): Remote | undefined {
  const { GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_SERVER_URL, REMOTE_URL } = environment;
  if (REMOTE_URL) return { url: REMOTE_URL };
  if (!GITHUB_TOKEN || !GITHUB_REPOSITORY) return undefined;
  const credentials = Buffer.from(`x-access-token:${GITHUB_TOKEN}`).toString('base64');
  const url = `${GITHUB_SERVER_URL || 'https://github.com'}/${GITHUB_REPOSITORY}.git`;
  return { url, authorization: `Basic ${credentials}` };
}

async function isDirectory(directory: string): Promise<boolean> {
  const found = await stat(directory).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
