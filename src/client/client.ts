import { type FollowOptions, follow } from './poll.ts';
import { queryString } from './query-string.ts';
import { type Connection, jsonOf, sendRequest } from './send-request.ts';
import { type Pause, sleep } from './sleep.ts';
import type * as Types from './types.ts';

export { RegistryError } from './registry-error.ts';
export type * from './types.ts';
export type { FollowOptions };

export interface RegistryClientOptions {
  /** The registry's address, e.g. `https://registry.example`. */
  readonly registry: string;
  /** Used in place of the platform's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Used in place of waiting by the platform's timers. */
  readonly pause?: Pause | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * A registry's API (service specification, section 4). Every method rejects with a `RegistryError` when the registry
 * refuses, fails or cannot be reached.
 */
export interface RegistryClient {
  /** One page of the listings that match. */
  search(query?: Types.ListListingsQuery, options?: CallOptions): Promise<Types.ListListingsResponse>;
  /** All listings that match, page after page from `query.offset` on. */
  iterate(query?: Types.ListListingsQuery, options?: CallOptions): AsyncGenerator<Types.Row, void, undefined>;
  /** One listing with its complete manifest, by its id: the host of the API. */
  get(id: string, options?: CallOptions): Promise<Types.Detail>;
  /** Submits an API by its address, and waits until that is decided; `follow.onState` is told of each change. */
  submit(address: string, options?: SubmitOptions): Promise<Types.SubmissionState>;
  /** How a submission stands. */
  submission(id: string, options?: CallOptions): Promise<Types.SubmissionState>;
  /** The states of a submission: what it is now, then each change, until it is decided or, if asked, live. */
  follow(id: string, options?: FollowOptions): AsyncGenerator<Types.SubmissionState, void, undefined>;
  /** Has the registry check the API at an address, or a manifest. */
  validate(subject: Types.ValidateBody, options?: CallOptions): Promise<Types.Report>;
}

export interface SubmitOptions extends FollowOptions {
  /** Told of each state, the first included. */
  readonly onState?: ((state: Types.SubmissionState) => void) | undefined;
}

/**
 * A client of one registry. It needs nothing but `fetch`: it runs in browsers, in Workers and in Node.
 * @throws RangeError when `registry` is no http(s) address
 */
export function createClient(options: RegistryClientOptions): RegistryClient {
  const connection = connectionOf(options);
  const read = async <T>(path: string, { signal }: CallOptions = {}): Promise<T> =>
    jsonOf<T>(connection, await sendRequest(connection, { path, signal }));
  const send = async <T>(path: string, body: unknown, { signal }: CallOptions = {}): Promise<T> =>
    jsonOf<T>(connection, await sendRequest(connection, { path, body, signal }));

  return {
    search: (query = {}, call) => read(`/listings${queryString(query)}`, call),
    async *iterate(query = {}, call) {
      for (let search: string | undefined = queryString(query); search !== undefined; ) {
        const { meta, data }: Types.ListListingsResponse = await read(`/listings${search}`, call);
        yield* data.listings;
        search = meta.links.next === null ? undefined : new URL(meta.links.next).search;
      }
    },
    async get(id, call) {
      const { data } = await read<Types.GetListingResponse>(`/listings/${encodeURIComponent(id)}`, call);
      return data;
    },
    async submit(address, submitting = {}) {
      const { data } = await send<Types.SubmitListingResponse>('/listings/submit', { url: address }, submitting);
      let latest: Types.SubmissionState = data;
      for await (const state of follow(connection, data.submission_id, submitting, data)) {
        latest = state;
        submitting.onState?.(state);
      }
      return latest;
    },
    async submission(id, call) {
      const { data } = await read<Types.GetSubmissionResponse>(
        `/listings/submit/${encodeURIComponent(id)}/status`,
        call,
      );
      return data;
    },
    follow: (id, following = {}) => follow(connection, id, following),
    validate: (subject, call) => send('/validate', subject, call),
  };
}

function connectionOf({ registry, fetch: given, pause: wait = sleep }: RegistryClientOptions): Connection {
  const url = URL.parse(registry);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new RangeError(`"${registry}" is no registry's address: write http(s), host, and a path at most.`);
  // Browsers refuse to run a fetch that was taken off its window.
  const platformFetch: typeof fetch = (...request) => fetch(...request);
  return { base: registry.replace(/\/+$/, ''), fetch: given ?? platformFetch, pause: wait };
}
