import { type FollowOptions, follow } from './poll.ts';
import { type Connection, parseJson, sendRequest } from './send-request.ts';
import { type Sleep, sleep } from './sleep.ts';
import type * as Types from './types.ts';

export { RegistryError } from './registry-error.ts';
export type * from './types.ts';
export type { FollowOptions };

export interface RegistryClientOptions {
  /** The URL of the registry, such as `https://registry.example`. */
  readonly registry: string;
  /** Replaces the `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined;
  /** Replaces the delay before a retry or a poll. */
  readonly pause?: Sleep | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
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
  /** Submits an API by its URL and waits for the decision. Calls `options.onState` for each change. */
  submit(url: string, options?: SubmitOptions): Promise<Types.SubmissionState>;
  /** Returns the current state of a submission. */
  submission(id: string, options?: CallOptions): Promise<Types.SubmissionState>;
  /** Yields the current state of a submission, then each change until it is decided or, with `until`, live. */
  follow(id: string, options?: FollowOptions): AsyncGenerator<Types.SubmissionState, void, undefined>;
  /** Validates the API at a URL, or a manifest. */
  validate(subject: Types.ValidateBody, options?: CallOptions): Promise<Types.Report>;
}

export interface SubmitOptions extends FollowOptions {
  /** Called with the first state and each change. */
  readonly onState?: ((state: Types.SubmissionState) => void) | undefined;
}

/**
 * Creates a client for a registry. It needs only `fetch`, so it runs in browsers, Workers, and Node.
 * @throws RangeError if `registry` is not an http(s) URL
 */
export function createClient(options: RegistryClientOptions): RegistryClient {
  const connection = createConnection(options);
  const get = async <T>(path: string, { signal }: CallOptions = {}): Promise<T> =>
    parseJson<T>(connection, await sendRequest(connection, { path, signal }));
  const post = async <T>(path: string, body: unknown, { signal }: CallOptions = {}): Promise<T> =>
    parseJson<T>(connection, await sendRequest(connection, { path, body, signal }));

  return {
    search: (query = {}, call) => get(`/listings${toQueryString(query)}`, call),
    async *iterate(query = {}, call) {
      for (let path: string | undefined = `/listings${toQueryString(query)}`; path !== undefined; ) {
        const { meta, data }: Types.ListListingsResponse = await get(path, call);
        yield* data.listings;
        path = meta.links.next === null ? undefined : toPath(meta.links.next);
      }
    },
    async get(id, call) {
      const { data } = await get<Types.GetListingResponse>(`/listings/${encodeURIComponent(id)}`, call);
      return data;
    },
    async submit(url, submitOptions = {}) {
      const { data } = await post<Types.SubmitListingResponse>('/listings/submit', { url }, submitOptions);
      let latest: Types.SubmissionState = data;
      for await (const state of follow(connection, data.submission_id, submitOptions, data)) {
        latest = state;
        submitOptions.onState?.(state);
      }
      return latest;
    },
    async submission(id, call) {
      const { data } = await get<Types.GetSubmissionResponse>(
        `/listings/submit/${encodeURIComponent(id)}/status`,
        call,
      );
      return data;
    },
    follow: (id, followOptions = {}) => follow(connection, id, followOptions),
    validate: (subject, call) => post('/validate', subject, call),
  };
}

function createConnection({ registry, fetch: customFetch, pause = sleep }: RegistryClientOptions): Connection {
  const url = URL.parse(registry);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new RangeError(`Invalid registry URL: "${registry}". Use an http(s) URL without a query string or fragment.`);
  // Browsers throw an error if `fetch` is called as a method of another object.
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  return { base: registry.replace(/\/+$/, ''), fetch: customFetch ?? platformFetch, pause };
}

/** Formats a query with its leading `?`. Returns an empty string for an empty query, and omits undefined members. */
function toQueryString(query: Types.ListListingsQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : '';
}

/** Returns the path and query string of the link to a page, which the client requests from its own registry URL. */
function toPath(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname.slice(Math.max(0, pathname.lastIndexOf('/listings'))) + search;
}
