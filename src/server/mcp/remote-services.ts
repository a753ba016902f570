import { RegistryError } from '#client/registry-error.ts';
import { type Connection, parseJson, sendRequest } from '#client/send-request.ts';
import { sleep } from '#client/sleep.ts';
import type { GetSubmissionResponse, ListListingsResponse, Report } from '#client/types.ts';
import type { SubmissionMembers } from '#contract/submission.ts';
import type { McpCatalog, McpContext, McpLive, McpSummary, McpUrls } from '#mcp/context.ts';
import type { Matches } from '#query/engine.ts';
import { toQueryString } from '#query/query-string.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/**
 * Services over the HTTP API of a registry that runs somewhere else.
 *
 * @param registry its address
 * @param live what this machine does itself: only it can fetch from where the client is
 * @throws RegistryError when there is no registry at the address
 */
export async function remoteServices(
  registry: string,
  live: Pick<McpLive, 'fetch' | 'refusal'>,
  onError: (error: unknown) => void,
): Promise<McpContext> {
  const connection = connectionTo(registry);
  const guidance = await textOf(connection, '/agents');
  const addresses = addressesIn(guidance, connection.base);
  const catalog = catalogOver(connection);
  return {
    addresses,
    catalog: () => catalog,
    guidance: () => guidance,
    reportOn: manifest => reportOnManifest(manifest, Date.now()),
    live: { ...live, ...operationsOver(connection, connectionTo(addresses.validator)) },
    now: Date.now,
    tellable: error => (error instanceof RegistryError ? error.message : undefined),
    onError,
  };
}

function connectionTo(address: string): Connection {
  return { base: address.replace(/\/+$/, ''), fetch: (...request) => fetch(...request), pause: sleep };
}

function catalogOver(connection: Connection): McpCatalog {
  return {
    engine: {
      async search(query) {
        const { data, meta } = await read<ListListingsResponse>(connection, `/listings${toQueryString(query)}`);
        const rows = new TextEncoder().encode(data.listings.map(row => JSON.stringify(row)).join());
        const matched = meta.query.matched as Matches['matched'];
        return { total: data.total, count: data.count, rows, ...(matched !== undefined && { matched }) };
      },
    },
    get summary() {
      return summaryOf(connection);
    },
    listing: id => textIfAny(connection, `/listings/${encodeURIComponent(id)}`),
    history: id => textIfAny(connection, `/listings/${encodeURIComponent(id)}/history`),
  };
}

function operationsOver(registry: Connection, validator: Connection): Pick<McpLive, 'verify' | 'submissions'> {
  return {
    async verify({ url }) {
      return parseJson<Report>(validator, await sendRequest(validator, { path: '/validate', body: { url } }));
    },
    submissions: {
      async submit({ url }) {
        const answer = await sendRequest(registry, { path: '/listings/submit', body: { url } });
        return (await parseJson<{ data: SubmissionMembers }>(registry, answer)).data;
      },
      async status(id) {
        const answer = await textIfAny(registry, `/listings/submit/${encodeURIComponent(id)}/status`);
        return answer === undefined ? undefined : (JSON.parse(answer) as GetSubmissionResponse).data;
      },
    },
  };
}

/** Where the surfaces of the registry are, as its guidance for agents says. */
function addressesIn(guidance: string, registry: string): McpUrls {
  const { data } = JSON.parse(guidance) as { data?: { related_services?: Readonly<Record<string, string>> } };
  const {
    site = registry,
    validator = `${registry}/validator`,
    tool_hub = `${registry}/mcp`,
  } = data?.related_services ?? {};
  return { registry, site, validator, mcp: tool_hub };
}

async function summaryOf(connection: Connection): Promise<McpSummary> {
  interface Counted {
    readonly name: string;
    readonly count: number;
  }
  const { data } = await read<{ data: Record<keyof McpSummary, readonly Counted[]> }>(connection, '/categories');
  const counts = (listed: readonly Counted[]) => Object.fromEntries(listed.map(({ name, count }) => [name, count]));
  return { categories: counts(data.categories), primary_categories: counts(data.primary_categories) } as McpSummary;
}

async function read<T>(connection: Connection, path: string): Promise<T> {
  return parseJson<T>(connection, await sendRequest(connection, { path }));
}

async function textOf(connection: Connection, path: string): Promise<string> {
  return (await sendRequest(connection, { path })).text();
}

/** Undefined when the registry has nothing there. */
async function textIfAny(connection: Connection, path: string): Promise<string | undefined> {
  try {
    return await textOf(connection, path);
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
