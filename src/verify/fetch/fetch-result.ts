import type { FetchFailure } from './fetch-failure.ts';
import type { Rejection } from './rules/rejection.ts';

/** A request of an untrusted URL. It has no credentials, cookies, or body. */
export interface FetchRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD' | undefined;
  /** The origin under verification, as `new URL(…).origin` serializes it. See `Permit`. */
  readonly listingOrigin?: string | undefined;
  /** Whether that origin may be http and on loopback. Only for a fetcher that decides per request. */
  readonly local?: boolean | undefined;
  /** The only headers that a caller can set. Values with characters other than printable ASCII are dropped. */
  readonly headers?: Readonly<Partial<Record<RequestHeader, string>>> | undefined;
  /**
   * `sample` reads at most 64 KiB for at most 0.5 seconds, for callers that compare bodies, so an endless body does not fail.
   * `drop` skips the body, for callers that need only status and headers.
   */
  readonly body?: 'read' | 'sample' | 'drop' | undefined;
  /** `return` returns a redirect as the response, whatever its target. */
  readonly redirects?: 'follow' | 'return' | undefined;
  /** Maximum size of the body, before and after decompression (default: 1 MiB). */
  readonly maxBytes?: number | undefined;
  /** Milliseconds from name resolution to the last byte, redirects included (default: 10,000). */
  readonly deadlineMs?: number | undefined;
  /** Called before a request is repeated because a reused connection was reset. False prevents it. Default: true. */
  readonly mayRetry?: (() => boolean) | undefined;
  /** Aborts the request, even while it is queued. */
  readonly signal?: AbortSignal | undefined;
}

export type RequestHeader = 'accept' | 'if-none-match' | 'if-modified-since';

/** The result of a request. Every behavior of a server gives a result, never an exception. */
export type FetchResult = FetchTrail & (FetchResponse | FetchFailure | FetchRejection);

interface FetchTrail {
  /** The last requested URL. */
  readonly url: string;
  readonly redirects: readonly Redirect[];
  /** Duration in milliseconds, without the time in the queue. */
  readonly ms: number;
}

export interface Redirect {
  readonly status: number;
  /** The absolute URL of the target. */
  readonly to: string;
}

export interface FetchResponse {
  readonly outcome: 'response';
  readonly status: number;
  /** Keyed by lowercase name, with repeated headers joined by ", " and without Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body, or the encoded one of a sample that cannot be decompressed. Empty for `drop`. */
  readonly body: Uint8Array;
  /** Whether `body` of a sample is not the whole decompressed body, but its beginning, or encoded. */
  readonly isPartial?: true;
  /** The IP address of the server. Undefined if the platform does not expose it. */
  readonly address?: string;
  /** The Retry-After header, in seconds. */
  readonly retryAfter?: number;
}

/** A rule rejected the URL or a redirect target. */
export interface FetchRejection extends Rejection {
  readonly outcome: 'refused';
}

/** Fetches untrusted URLs (design: Checks of an origin). */
export interface GuardedFetcher {
  /** Never rejects because of the behavior of a server. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Returns the SHA-256 digest of a body in hexadecimal digits. Absent on platforms that have only Web Cryptography. */
  readonly sha256Hex?: ((body: Uint8Array) => string) | undefined;
  /** Closes all connections. */
  close(): Promise<void>;
}
