import { LISTING_TYPES } from '#cli/registry/format-listing.ts';
import { SEARCH_TYPES } from '#cli/registry/format-search-results.ts';
import { requireTypes } from '#cli/registry/registry.ts';
import type { BodyTypes } from '#client/body-types.ts';
import { fetchSubmission, parseSubmission } from '#client/poll.ts';
import { RegistryError } from '#client/registry-error.ts';
import { type Connection, parseJson, type RequestOptions, readText, sendRequest } from '#client/send-request.ts';
import { sleep } from '#client/sleep.ts';
import type { ListListingsResponse, Report } from '#client/types.ts';
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
        const path = `/listings${toQueryString(query)}`;
        const { data, meta } = await read<ListListingsResponse>(connection, path, SEARCH_TYPES);
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
    listing: id => fetchListing(connection, id),
    history: id => ifFound(() => fetchText(connection, `/listings/${encodeURIComponent(id)}/history`)),
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
      const response = await sendRequest(validator, { path: '/validate', body: { url } });
      return parseJson<Report>(validator, response, { members: ['checks[]', 'errors[]', 'badges[]'] });
    },
    submissions: {
      async submit({ url }) {
        const response = await sendRequest(registry, { path: '/listings/submit', body: { url } });
        return (await parseSubmission(registry, response, undefined)).data;
      },
      status: id => ifFound(async () => (await fetchSubmission(registry, id)).state),
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
  type Response = { data: Record<keyof McpSummary, readonly NamedCount[]> };
  const { data } = await read<Response>(connection, '/categories', CATEGORY_TYPES);
  const counts = (listed: readonly NamedCount[]) => Object.fromEntries(listed.map(({ name, count }) => [name, count]));
  return { categories: counts(data.categories), primary_categories: counts(data.primary_categories) } as McpSummary;
}

const CATEGORY_TYPES: BodyTypes = {
  'data.categories[].name': 'string',
  'data.categories[].count': 'number',
  'data.primary_categories[].name': 'string',
  'data.primary_categories[].count': 'number',
};

/** @throws RegistryError for a response of a registry of another version */
async function read<T>(connection: Connection, path: string, types: BodyTypes): Promise<T> {
  const body = await parseJson<T>(connection, await sendRequest(connection, { path }));
  requireTypes(body, types, connection.base);
  return body;
}

/** Returns the response for a listing as text. */
async function fetchListing(connection: Connection, id: string): Promise<string | undefined> {
  const text = await ifFound(() => fetchText(connection, `/listings/${encodeURIComponent(id)}`));
  if (text === undefined) return undefined;
  const body = await parseJson(connection, new Response(text), { members: ['data'] });
  requireTypes(getMember(body, 'data'), LISTING_TYPES, connection.base);
  return text;
}

async function fetchText(connection: Connection, path: string): Promise<string> {
  return readText(connection, await sendRequest(connection, { path }));
}

/** Returns undefined if the registry returns 404. */
async function ifFound<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof RegistryError && error.status === 404) return undefined;
    throw error;
  }
}
