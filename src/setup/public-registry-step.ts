import type { DeploymentSettings } from './deployment-settings.ts';
import { createState, type Step } from './step.ts';

interface HealthDocument {
  readonly data?: { readonly status?: string; readonly problems?: readonly string[]; readonly commit?: string | null };
}

export interface PublicRegistryContext {
  readonly settings: DeploymentSettings;
  readonly fetch: typeof globalThis.fetch;
  /** The commit that the registry must serve. Undefined to accept any. */
  readonly commit?: string | undefined;
  /** How an operator gets the current version online. */
  readonly fix: string;
  readonly deployment?: Deployment;
}

/** How setup gets the current version online. */
export interface Deployment {
  /** What setup changes, such as `the files in dist`. */
  readonly product: string;
  readonly start: () => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The maximum time to wait in milliseconds (default: half an hour). */
  readonly maxWait?: number;
  /** Shows what the registry still lacks, whenever that changes. */
  readonly report?: ((line: string) => void) | undefined;
  /** Returns the error if the registry is not online in time, with the missing items. */
  readonly createError: (missing: string) => Error;
}

/** The interval of requests while a deployment runs, and its maximum time, in milliseconds. */
const INTERVAL = 15_000;
const MAX_WAIT = 30 * 60_000;

/** The time limit of a request to the registry in milliseconds. */
const TIMEOUT = 15_000;

/** Checks that the public URL serves this registry, and that it links to itself with that URL. */
export function createPublicRegistryStep({ settings, fetch, commit, fix, deployment }: PublicRegistryContext): Step {
  const { registry_url } = settings;
  const get = (path: string) =>
    fetch(`${registry_url}${path}`, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT) });

  const step: Step = {
    id: 'public-registry',
    title: `The registry at ${registry_url}`,
    effect: 'The registry is offline.',
    undo: 'Point the DNS names elsewhere, or roll back the deployment.',
    async inspect() {
      const response = await get('/listings.json?limit=1').catch(toNetworkError);
      if (typeof response === 'string') return createState([response], fix);
      if (!response.ok) return createState([`a successful response (status ${response.status})`], fix);
      const self = await readSelfLink(response);
      if (self === undefined) return createState(['the JSON of this registry'], fix);
      if (!self.startsWith(registry_url))
        return createState([`links to ${registry_url} (it links to ${self})`], 'Set REGISTRY_URL and deploy again.');
      return createState(await findHealthProblems(), fix);
    },
  };
  if (deployment === undefined) return step;
  return { ...step, product: deployment.product, apply: () => deployAndWait(step, deployment) };

  /** A static registry has no `/health`. */
  async function findHealthProblems(): Promise<string[]> {
    const response = await get('/health').catch(() => undefined);
    if (!response?.ok) return [];
    const { data } = (await response.json().catch(() => ({}))) as HealthDocument;
    const problems = data?.status === 'degraded' ? [...(data.problems ?? ['a healthy status'])] : [];
    if (commit === undefined || data?.commit == null || data.commit === commit) return problems;
    return [...problems, `the commit ${commit.slice(0, 12)} (it serves ${data.commit.slice(0, 12)})`];
  }
}

async function deployAndWait(
  { inspect }: Step,
  { start, sleep, report, maxWait = MAX_WAIT, createError }: Deployment,
): Promise<void> {
  await start();
  let missing = '';
  for (let waited = 0; waited < maxWait; waited += INTERVAL) {
    const state = await inspect();
    if (state.done) return;
    const next = state.missing.join(', ');
    if (next !== missing) report?.(`      Waiting for ${next} …`);
    missing = next;
    await sleep(INTERVAL);
  }
  throw createError(missing);
}

async function readSelfLink(response: Response): Promise<string | undefined> {
  const body = (await response.json().catch(() => undefined)) as
    | { readonly meta?: { readonly links?: { readonly self?: unknown } } }
    | undefined;
  const self = body?.meta?.links?.self;
  return typeof self === 'string' ? self : undefined;
}

function toNetworkError(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  if (cause?.code === 'ENOTFOUND') return 'a DNS record for its host';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'a response within 15 seconds';
  return `a connection (${cause?.code ?? (error instanceof Error ? error.message : error)})`;
}
