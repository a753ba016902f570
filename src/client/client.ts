import { iteratePages, PAGE } from './pages.ts';
import { type FollowOptions, fetchSubmission, follow, parseSubmission } from './poll.ts';
import { type Connection, encodeSegment, parseJson, type Retry, sendRequest } from './send-request.ts';
import { requireTimeout, type Sleep, sleep } from './sleep.ts';
import type * as Types from './types.ts';

export { RegistryError } from './registry-error.ts';
export { toTools } from './tools/to-tools.ts';
export type * from './tools/tool-types.ts';
export type * from './types.ts';
export type { FollowOptions, Retry };

export interface RegistryClientOptions {
  /** The URL of the registry, such as `https://registry.example`. */
  readonly registry: string;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
  /** Replaces the delay before a retry or a poll. */
  readonly pause?: Sleep | undefined;
  /** Milliseconds for one attempt, or `Infinity` for no timeout (default: 15,000). */
  readonly timeoutMs?: number | undefined;
  /** Called before the client repeats a request after 429 or 5xx. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt (default: the timeout of the client). */
  readonly timeoutMs?: number | undefined;
}

/**
 * The API of a registry (service specification, section 4). Each method rejects with a `RegistryError` if the registry
 * rejects the request, fails, or is unreachable.
 */
export interface RegistryClient {
  /** Returns one page of matching listings. */
  search(query?: Types.ListListingsQuery, options?: CallOptions): Promise<Types.ListListingsResponse>;
  /** Iterates over all matching listings from `query.offset`, and fetches pages as needed. */
  iterate(query?: Types.ListListingsQuery, options?: CallOptions): AsyncGenerator<Types.Row, void, undefined>;
  /** Returns a listing with its full manifest. The id is the host of the API. */
  get(id: string, options?: CallOptions): Promise<Types.Detail>;
  /** Returns the changes of a listing, newest first. */
  history(id: string, options?: CallOptions): Promise<Types.History>;
  /** Returns the number of matches by filter and value, with all other filters applied. */
  facets(query?: Types.CountFacetsQuery, options?: CallOptions): Promise<Types.FacetCounts>;
  /** Returns both category vocabularies with their numbers of listings. */
  categories(options?: CallOptions): Promise<Types.Categories>;
  /** Returns the recent changes of all listings, or of one collection. */
  feed(collection?: string, options?: CallOptions): Promise<Types.JsonFeed>;
  /** Submits an API by its URL and waits for the decision. Calls `options.onState` for each change. */
  submit(url: string, options?: SubmitOptions): Promise<Types.SubmissionState>;
  /** Returns the current state of a submission. */
  submission(id: string, options?: CallOptions): Promise<Types.SubmissionState>;
  /** Yields the current state of a submission, then each change until it is decided or, with `until`, live. */
  follow(id: string, options?: FollowOptions): AsyncGenerator<Types.SubmissionState, void, undefined>;
  /** Validates the API at a URL, or a manifest. */
  validate(subject: Types.ValidateBody, options?: CallOptions): Promise<Types.Report>;
}

export interface SubmitOptions extends FollowOptions, CallOptions {
  /** Called with the first state and each change. */
  readonly onState?: ((state: Types.SubmissionState) => void) | undefined;
}

/**
 * Creates a client for a registry. It needs only `fetch`, so it runs in browsers, Workers, and Node.
 * @throws RangeError if `registry` is not an http(s) URL, or contains credentials; for an invalid timeout
 */
export function createClient(options: RegistryClientOptions): RegistryClient {
  const connection = createConnection(options);
  const get = async <T>(path: string, members: readonly string[], call: CallOptions = {}): Promise<T> =>
    parseJson<T>(connection, await sendRequest(connection, { path, ...call }), { members, signal: call.signal });
  const post = async <T>(
    path: string,
    body: unknown,
    members: readonly string[],
    { signal, timeoutMs }: CallOptions = {},
  ): Promise<T> =>
    parseJson<T>(connection, await sendRequest(connection, { path, body, signal, timeoutMs }), { members, signal });
  const getData = async <T>(path: string, members: readonly string[], call?: CallOptions): Promise<T> =>
    (await get<{ readonly data: T }>(path, ['data', ...members], call)).data;

  return {
    search: (query = {}, call) => get(`/listings${toQueryString(query)}`, PAGE, call),
    async *iterate(query = {}, call) {
      const pages = iteratePages(connection, `/listings${toQueryString(query)}`, call);
      for await (const { data } of pages) yield* data.listings;
    },
    get: async (id, call) => getData(`/listings/${encodeSegment(id)}`, ['data.manifest'], call),
    history: async (id, call) => getData(`/listings/${encodeSegment(id)}/history`, ['data.entries[]'], call),
    facets: (query = {}, call) => getData(`/facets${toQueryString(query)}`, ['data.facets'], call),
    categories: call => getData('/categories', ['data.categories[]', 'data.primary_categories[]'], call),
    feed: async (collection, call) =>
      get(
        collection === undefined ? '/feed.json' : `/collections/${encodeSegment(collection)}/feed.json`,
        ['items[]'],
        call,
      ),
    async submit(url, submitOptions = {}) {
      const { signal, timeoutMs } = submitOptions;
      const request = { path: '/listings/submit', body: { url }, signal, timeoutMs };
      const { data } = await parseSubmission(connection, await sendRequest(connection, request), signal);
      let latest: Types.SubmissionState = data;
      for await (const state of follow(connection, data.submission_id, submitOptions, data)) {
        latest = state;
        submitOptions.onState?.(state);
      }
      return latest;
    },
    submission: async (id, call) => (await fetchSubmission(connection, id, call)).state,
    follow: (id, followOptions = {}) => follow(connection, id, followOptions),
    validate: (subject, call) =>
      post('/validate', subject, ['checks[]'], { timeoutMs: VALIDATION_TIMEOUT_MS, ...call }),
  };
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** Live checks send several requests to an API. */
const VALIDATION_TIMEOUT_MS = 120_000;

function createConnection(options: RegistryClientOptions): Connection {
  const { registry, fetch: customFetch, pause = sleep, timeoutMs = DEFAULT_TIMEOUT_MS, onRetry } = options;
  const url = URL.parse(registry);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new RangeError(`Invalid registry URL: "${registry}". Use an http(s) URL without a query string or fragment.`);
  // The message leaves out the URL, because logs would keep the password. `fetch` rejects such a URL, too.
  if (url.username || url.password)
    throw new RangeError('Invalid registry URL: it contains a user name or password. Remove them.');
  requireTimeout(timeoutMs);
  // Browsers throw an error if `fetch` is called as a method of another object.
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  const base = (url.origin + url.pathname).replace(/\/+$/, '');
  return { base, fetch: customFetch ?? platformFetch, pause, timeoutMs, onRetry };
}

/**
 * Formats a query with its leading `?`. Returns an empty string for an empty query. Omits members that are undefined, null, or an
 * empty list, which programs use for filters without a value.
 */
function toQueryString(query: Types.ListListingsQuery | Types.CountFacetsQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (hasValue(value)) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}
