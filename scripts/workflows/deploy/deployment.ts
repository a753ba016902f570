import { findFailure, NO_SUCH_WORKER, type Wrangler, type WranglerRun } from '#setup/cloudflare/wrangler.ts';
import type { RestoreDatabase } from './fill-database.ts';

export interface DeploymentContext {
  readonly wrangler: Wrangler;
  /** Tests a URL. Returns false if a check fails. */
  readonly smoke: (url: string) => Promise<boolean>;
  readonly log: (line: string) => void;
  /** Writes the database that the new version queries. Undefined without a database. */
  readonly fillDatabase?: (() => Promise<RestoreDatabase>) | undefined;
}

export interface DeploymentPlan {
  /** The variables of the Worker by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** The custom domains of the Worker. Empty to use only its URL on the platform. */
  readonly domains: readonly string[];
  /** The folder of the files, if it is not the one in wrangler.jsonc. */
  readonly assets?: string;
  /** The URL of the deployed registry. Undefined if the platform assigns it. */
  readonly address: string | undefined;
}

export type DeploymentOutcome =
  | 'deployed'
  /** The previous version serves again. */
  | 'rolled-back'
  /** The new version serves and fails its checks. */
  | 'broken'
  /** Nothing changed. */
  | 'refused';

/**
 * Fills the database, deploys the Worker with its files, and tests it. If a check fails, rolls back to the previous
 * version and restores the database.
 *
 * @throws RangeError if the database cannot be filled; the previous version then serves its earlier state
 */
export async function deploy(
  plan: DeploymentPlan,
  { wrangler, smoke, log, fillDatabase }: DeploymentContext,
): Promise<DeploymentOutcome> {
  const serving = await findServingVersion(wrangler);
  if (!serving.known) {
    log('Not deployed: cannot determine the current version, so a rollback would be impossible.');
    return 'refused';
  }
  const before = serving.version;
  log(before === undefined ? 'No version is deployed yet.' : `Version ${before} is deployed.`);
  /** A test that cannot run must not leave a broken version. */
  const reportFailure = (error: unknown): false => {
    log(`The smoke test failed: ${error instanceof Error ? error.message : error}`);
    return false;
  };
  const restoreDatabase = (await fillDatabase?.()) ?? (async () => true);
  const run = await wrangler(['deploy', ...createArguments(plan)]);
  if (!run.ok && !(await isDeployed(before, run, wrangler))) return (await restoreDatabase()) ? 'refused' : 'broken';

  const deployed = run.events.find(({ type }) => type === 'deploy');
  const [target] = deployed?.targets ?? [];
  const url = plan.address ?? (target && toUrl(target));
  if (url === undefined) log('wrangler did not report the URL of the Worker. Set REGISTRY_URL.');
  else if (await smoke(url).catch(reportFailure)) return 'deployed';
  if (before === undefined) {
    log('Cannot roll back: there is no previous version.');
    return 'broken';
  }
  const reason = `Version ${deployed?.version_id ?? 'deployed last'} failed its smoke test`;
  const { ok: back } = await wrangler(['rollback', before, '--yes', '--message', reason]);
  log(back ? `${reason}. Rolled back to version ${before}.` : `${reason}, and the rollback failed.`);
  // After the Worker, so that the previous version queries the new state for a moment, which is complete, and not the new
  // version the earlier one.
  const isRestored = back && (await restoreDatabase());
  return isRestored ? 'rolled-back' : 'broken';
}

/**
 * Whether a failed command deployed a new version: the response of the platform can be lost, and wrangler sets up the domains
 * after it deployed the version. Without this check, a version would serve that is not tested, with the earlier database.
 */
async function isDeployed(before: string | undefined, failed: WranglerRun, wrangler: Wrangler): Promise<boolean> {
  if (findFailure(failed) === undefined) return false;
  const serving = await findServingVersion(wrangler);
  return serving.known && serving.version !== before;
}

type Serving = { readonly known: false } | { readonly known: true; readonly version: string | undefined };

/** Returns the version that serves all or most requests. Undefined if no version is deployed; `known: false` on an error. */
async function findServingVersion(wrangler: Wrangler): Promise<Serving> {
  const run = await wrangler(['deployments', 'status', '--json']);
  if (!run.ok) {
    const error = findFailure(run);
    const isNew = error?.code === NO_SUCH_WORKER || /has no deployments/.test(error?.message ?? '');
    return isNew ? { known: true, version: undefined } : { known: false };
  }
  const versions = parseVersions(run.output);
  if (versions === undefined) return { known: false };
  return { known: true, version: versions.sort((a, b) => b.percentage - a.percentage)[0]?.version_id };
}

/** Returns undefined if the output is not that of `wrangler deployments status --json`. */
function parseVersions(output: string): { version_id: string; percentage: number }[] | undefined {
  try {
    const { versions } = JSON.parse(output);
    return Array.isArray(versions) ? versions : undefined;
  } catch {
    return undefined;
  }
}

function createArguments({ variables, domains, assets }: DeploymentPlan): string[] {
  return [
    ...(assets === undefined ? [] : ['--assets', assets]),
    ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ...domains.flatMap(domain => ['--domain', domain]),
  ];
}

/** Converts a deployment target: a URL, or the host of a domain. */
function toUrl(target: string): string {
  return /^https?:\/\//.test(target) ? target : `https://${target.split(' ')[0]}`;
}
