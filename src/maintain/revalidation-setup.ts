import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '#edge/config.ts';
import { parseSiteName } from '#listing/site-name.ts';
import { type DataLock, lockDataDirectory } from '#submission/local/data-lock.ts';
import { localDirectories } from '#submission/local/local-registry.ts';
import type { Remote } from '#submission/revalidation/push-results.ts';
import { type Shard, shardFrom } from '#submission/revalidation/shard.ts';
import { isLoopbackHost } from '#verify/fetch/rules/host-rules.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a run works on. */
export interface Setup {
  /** Holds `listings/`; lies in a git repository. */
  readonly registryDir: string;
  /** Where `refused.json` may lie: there and, for a local registry, in the folder that it is filled from. */
  readonly refusedIn: readonly string[];
  /** What was observed so far. */
  readonly observationsDir: string;
  /** Whether those are to be had from the branch first. */
  readonly observationsFromBranch: boolean;
  readonly resultsDir: string;
  readonly shard: Shard;
  readonly siteUrl: string;
  readonly siteName: string;
  /** Whether it is a local registry's own. */
  readonly isOwn: boolean;
  /** Whether origins on this machine may be asked. */
  readonly local: boolean;
  /** Milliseconds after which no further check is begun. */
  readonly patience: number;
  readonly baseBranch: string;
  readonly remote: Remote | undefined;
  /** Held while a local registry is written to. */
  readonly lock: DataLock | undefined;
}

/**
 * Reads the environment (see `scripts/revalidate.ts`). It is the local registry below DATA_DIR, where there is one and DATA_DIR
 * is set, since REGISTRY_DIR then says what that is filled from; else REGISTRY_DIR; else a local registry below `./.data`; else
 * `./registry`. Origins on this machine are asked only for a local registry that nobody else can reach,
 * which took them in, and where the forge itself is on this machine.
 *
 * @param writes whether the registry will be written to; checking alone goes on beside a server
 * @throws RangeError when something is unusable, or a server is using the local registry that is to be written to
 */
export async function setupFrom(environment: Environment, writes = true): Promise<Setup> {
  const dataDir = environment.DATA_DIR || './.data';
  const own = localDirectories(dataDir);
  const given = environment.REGISTRY_DIR || './registry';
  const asked = Boolean(environment.DATA_DIR) || !environment.REGISTRY_DIR || path.resolve(given) === own.registry;
  const isOwn = asked && (await isFolder(own.registry));
  const registryDir = isOwn ? own.registry : given;
  const resultsDir = environment.RESULTS_DIR || path.join(dataDir, 'revalidation');
  const fallback = isOwn ? own.observations : path.join(resultsDir, 'observations');
  return {
    registryDir,
    refusedIn: [...new Set([registryDir, given])],
    isOwn,
    observationsDir: environment.OBSERVATIONS_DIR || fallback,
    observationsFromBranch: !environment.OBSERVATIONS_DIR && !isOwn,
    resultsDir,
    shard: shardFrom(environment.SHARD),
    siteUrl:
      environment.SITE_URL || `https://github.com/${environment.GITHUB_REPOSITORY || 'api-registry/api-registry'}`,
    siteName: parseSiteName(environment.SITE_NAME),
    local:
      (isOwn && loadConfig(environment).local) ||
      isLoopbackHost(new URL(environment.GITHUB_API_URL || 'https://api.github.com').hostname),
    patience: minutes(environment.RUN_MINUTES) * 60_000,
    baseBranch: environment.BASE_BRANCH || 'main',
    remote: remoteFrom(environment),
    lock: isOwn && writes ? await lockDataDirectory(dataDir) : undefined,
  };
}

function minutes(text: string | undefined): number {
  if (/^[1-9]\d{0,3}$/.test(text || '40')) return Number(text || '40');
  throw new RangeError(`RUN_MINUTES is "${text}", but must be a whole number of minutes.`);
}

/** The repository of the workflow, with the rights of its job. */
function remoteFrom(environment: Environment): Remote | undefined {
  const { GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_SERVER_URL, REMOTE_URL } = environment;
  if (REMOTE_URL) return { url: REMOTE_URL };
  if (!GITHUB_TOKEN || !GITHUB_REPOSITORY) return undefined;
  const credentials = Buffer.from(`x-access-token:${GITHUB_TOKEN}`).toString('base64');
  const url = `${GITHUB_SERVER_URL || 'https://github.com'}/${GITHUB_REPOSITORY}.git`;
  return { url, authorization: `Basic ${credentials}` };
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
