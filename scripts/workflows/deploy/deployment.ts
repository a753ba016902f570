import type { Wrangler } from './wrangler.ts';

export interface DeploymentServices {
  readonly wrangler: Wrangler;
  /** Tests what answers at an address; false when something does not hold. */
  readonly smoke: (address: string) => Promise<boolean>;
  readonly tell: (line: string) => void;
}

export interface DeploymentPlan {
  /** Variables of the Worker, by name. */
  readonly variables: Readonly<Record<string, string>>;
  /** The domains that lead to it; none for its address at the platform alone. */
  readonly domains: readonly string[];
  /** Where the registry answers once it is deployed; undefined where the platform chooses. */
  readonly address: string | undefined;
}

export type DeploymentOutcome =
  | 'deployed'
  /** What was there before is there again. */
  | 'rolled-back'
  /** The new version is there, and it does not hold. */
  | 'broken'
  /** Nothing changed. */
  | 'refused';

/**
 * Deploys the Worker with its files, tests it where it answers, and takes it back when it does not hold: then the version
 * that served before serves again.
 */
export async function deploy(
  plan: DeploymentPlan,
  { wrangler, smoke, tell }: DeploymentServices,
): Promise<DeploymentOutcome> {
  const asked = await servingVersion(wrangler);
  if (!asked.known) {
    tell('Which version is serving cannot be told, so there would be no way back; nothing was deployed.');
    return 'refused';
  }
  const before = asked.version;
  tell(before === undefined ? 'Nothing is deployed yet.' : `Version ${before} is serving.`);
  const { ok, events } = await wrangler(['deploy', ...argumentsOf(plan)]);
  if (!ok) return 'refused';

  const deployed = events.find(({ type }) => type === 'deploy');
  const [target] = deployed?.targets ?? [];
  const address = plan.address ?? (target && addressOf(target));
  if (address === undefined) tell('wrangler does not tell where the Worker answers; set REGISTRY_URL.');
  else if (await smoke(address)) return 'deployed';
  if (before === undefined) {
    tell('There is no version before it to go back to.');
    return 'broken';
  }
  const reason = `Version ${deployed?.version_id ?? 'deployed last'} did not pass its smoke test`;
  const { ok: back } = await wrangler(['rollback', before, '--yes', '--message', reason]);
  tell(back ? `${reason}; version ${before} serves again.` : `${reason}, and it could not be taken back.`);
  return back ? 'rolled-back' : 'broken';
}

type Serving = { readonly known: false } | { readonly known: true; readonly version: string | undefined };

/** The platform's answer about a Worker that was never deployed. */
const NO_SUCH_WORKER = 10007;

/** The version that takes all or most requests; undefined where nothing is deployed, which is not where nobody tells. */
async function servingVersion(wrangler: Wrangler): Promise<Serving> {
  const { ok, output, events } = await wrangler(['deployments', 'status', '--json']);
  if (!ok) {
    const fault = events.find(({ type }) => type === 'command-failed');
    const isNew = fault?.code === NO_SUCH_WORKER || /has no deployments/.test(fault?.message ?? '');
    return isNew ? { known: true, version: undefined } : { known: false };
  }
  const { versions } = JSON.parse(output) as { versions: { version_id: string; percentage: number }[] };
  return { known: true, version: versions.sort((a, b) => b.percentage - a.percentage)[0]?.version_id };
}

function argumentsOf({ variables, domains }: DeploymentPlan): string[] {
  return [
    ...Object.entries(variables).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
    ...domains.flatMap(domain => ['--domain', domain]),
  ];
}

/** A target is an address, or a host such as that of a domain. */
function addressOf(target: string): string {
  return /^https?:\/\//.test(target) ? target : `https://${target.split(' ')[0]}`;
}
