import { RegistryError } from '#client/registry-error.ts';
import { type Connection, parseJson, type RequestOptions, readText, sendRequest } from '#client/send-request.ts';
import { sleep } from '#client/sleep.ts';
import type { GetSubmissionResponse, ListListingsResponse, Report } from '#client/types.ts';
import type { SubmissionMembers } from '#contract/submission.ts';
import { getDefaultSurfaceUrls } from '#listing/public-url.ts';
import { DEFAULT_SITE_NAME, parseSiteName } from '#listing/site-name.ts';
import { getMember } from '#manifest/json-object.ts';
import type { McpCatalog, McpContext, McpLive, McpSummary, McpUrls } from '#mcp/context.ts';
import type { Matches } from '#query/engine.ts';
import { toQueryString } from '#query/query-string.ts';
import { toRowTexts } from '#query/row-text.ts';
import type { Suggestions } from '#query/text/suggestions.ts';
import { reportOnManifest } from '#verify/report-on-manifest.ts';

/**
 * Creates services that use the HTTP API of a remote registry.
 * @param registry its URL
 * @param live the operations that this machine runs itself, because only it has the client's network access
 * @param signal ends the first requests
 * @throws RegistryError if there is no registry at the URL; the reason of an aborted signal
 */
export async function remoteServices(
  registry: string,
  live: Pick<McpLive, 'fetch' | 'refusal'>,
  onError: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<McpContext> {
  const connection = connect(registry);
  const starting = { timeoutMs: START_TIMEOUT_MS, signal };
  const [urls, siteName] = await Promise.all([fetchUrls(connection, starting), fetchSiteName(connection, starting)]);
  const addresses = { ...urls, siteName };
  const suggestions = new WeakMap<Matches, Suggestions>();
  const catalog = createCatalog(connection, suggestions);
  return {
    addresses,
    catalog: () => catalog,
    suggest: (_, matches) => suggestions.get(matches) ?? { categories: [] },
    guidance: () => fetchText(connection, '/agents'),
    reportOn: manifest => reportOnManifest(manifest, Date.now()),
    live: { ...live, ...createOperations(connection, connect(addresses.validator)) },
    now: Date.now,
    tellable: error => (error instanceof RegistryError ? error.message : undefined),
    onError,
  };
}

/** Milliseconds. Clients wait about a minute for the response to their first message. */
const START_TIMEOUT_MS = 15_000;

/** Milliseconds. Live checks of an API take up to a minute. */
const TIMEOUT_MS = 120_000;

function connect(address: string): Connection {
  return {
    base: address.replace(/\/+$/, ''),
    fetch: (...request) => fetch(...request),
    pause: sleep,
    timeoutMs: TIMEOUT_MS,
    onRetry: undefined,
  };
}

/** @param suggestions receives the suggestions that the registry returns with matches */
function createCatalog(connection: Connection, suggestions: WeakMap<Matches, Suggestions>): McpCatalog {
  return {
    engine: {
      async search(query) {
        const { data, meta } = await read<ListListingsResponse>(connection, `/listings${toQueryString(query)}`);
        const rows = toRowTexts(data.listings.map(row => JSON.stringify(row)));
        const changedAt = meta.generated_at === null ? null : Date.parse(meta.generated_at);
        const { total, count } = data;
        const matches = { total, count, changedAt, rows, ...(meta.match && { match: meta.match }) };
        if (meta.suggestions) suggestions.set(matches, toSuggestions(meta.suggestions));
        return matches;
      },
    },
    get summary() {
      return loadSummary(connection);
    },
    listing: id => fetchTextIfFound(connection, `/listings/${encodeURIComponent(id)}`),
    history: id => fetchTextIfFound(connection, `/listings/${encodeURIComponent(id)}/history`),
  };
}

function toSuggestions({
  spelling,
  categories,
}: NonNullable<ListListingsResponse['meta']['suggestions']>): Suggestions {
  return { ...(spelling && { spelling: spelling.q }), categories: categories.map(({ category }) => category) };
}

function createOperations(registry: Connection, validator: Connection): Pick<McpLive, 'verify' | 'submissions'> {
  return {
    async verify({ url }) {
      return parseJson<Report>(validator, await sendRequest(validator, { path: '/validate', body: { url } }));
    },
    submissions: {
      async submit({ url }) {
        const response = await sendRequest(registry, { path: '/listings/submit', body: { url } });
        return (await parseJson<{ data: SubmissionMembers }>(registry, response)).data;
      },
      async status(id) {
        const response = await fetchTextIfFound(registry, `/listings/submit/${encodeURIComponent(id)}/status`);
        return response === undefined ? undefined : (JSON.parse(response) as GetSubmissionResponse).data;
      },
    },
  };
}

type StartOptions = Pick<RequestOptions, 'timeoutMs' | 'signal'>;

/** Fetches the URLs of the registry, which are in its guidance for agents. */
async function fetchUrls(connection: Connection, options: StartOptions): Promise<Omit<McpUrls, 'siteName'>> {
  const response = await sendRequest(connection, { path: '/agents', ...options });
  const members = ['data.related_services'];
  const { data } = await parseJson<Guidance>(connection, response, { members, signal: options.signal });
  const { base: registry } = connection;
  const defaults = getDefaultSurfaceUrls(registry);
  const { site = defaults.site, validator = defaults.validator, tool_hub = defaults.mcp } = data.related_services;
  return { registry, site, validator, mcp: tool_hub };
}

interface Guidance {
  readonly data: { readonly related_services: Readonly<Record<string, string>> };
}

/** Returns the name in the root document, or the default if it has none that is valid. */
async function fetchSiteName(connection: Connection, options: StartOptions): Promise<string> {
  try {
    const response = await sendRequest(connection, { path: '/', ...options });
    const service = getMember(await parseJson(connection, response, options), 'service');
    return parseSiteName(typeof service === 'string' ? service : undefined);
  } catch (error) {
    if (error instanceof RangeError || error instanceof RegistryError) return DEFAULT_SITE_NAME;
    throw error;
  }
}

async function loadSummary(connection: Connection): Promise<McpSummary> {
  interface NamedCount {
    readonly name: string;
    readonly count: number;
  }
  const { data } = await read<{ data: Record<keyof McpSummary, readonly NamedCount[]> }>(connection, '/categories');
  const counts = (listed: readonly NamedCount[]) => Object.fromEntries(listed.map(({ name, count }) => [name, count]));
  return { categories: counts(data.categories), primary_categories: counts(data.primary_categories) } as McpSummary;
}

async function read<T>(connection: Connection, path: string): Promise<T> {
  return parseJson<T>(connection, await sendRequest(connection, { path }));
}

async function fetchText(connection: Connection, path: string): Promise<string> {
  return readText(connection, await sendRequest(connection, { path }));
}

/** Returns undefined if the registry returns 404. */
async function fetchTextIfFound(connection: Connection, path: string): Promise<string | undefined> {
  try {
    return await fetchText(connection, path);
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
