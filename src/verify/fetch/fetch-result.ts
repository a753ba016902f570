import type { FetchFailure } from './fetch-failure.ts';
import type { Rejection } from './rules/rejection.ts';

/** One question to an address that a stranger gave. Credentials, cookies and bodies cannot be expressed. */
export interface FetchRequest {
  readonly url: string;
  /** GET unless said otherwise. */
  readonly method?: 'GET' | 'HEAD' | undefined;
  /** The origin of the listing under verification, as `new URL(…).origin` writes it; see `Permit`. */
  readonly listingOrigin?: string | undefined;
  /** Whether that origin may be http and on loopback; counts only for a fetcher that decides it per request. */
  readonly local?: boolean | undefined;
  /** The only headers a caller may set; a value with anything but printable ASCII is left out. */
  readonly headers?: Readonly<Partial<Record<RequestHeader, string>>> | undefined;
  /** `drop` answers without the body, for whoever needs only status and headers; an endless body costs half a second at most. */
  readonly body?: 'read' | 'drop' | undefined;
  /** `return` gives a redirect back as the response, wherever it points. */
  readonly redirects?: 'follow' | 'return' | undefined;
  /** Longest body, before and after decompression; 1 MiB unless said otherwise. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for the whole exchange from name resolution to the last byte, redirects included; 10,000 unless said otherwise. */
  readonly deadlineMs?: number | undefined;
  /** Gives up, also while still waiting for its turn. */
  readonly signal?: AbortSignal | undefined;
}

export type RequestHeader = 'accept' | 'if-none-match' | 'if-modified-since';

/** What came of it, a value whatever the other side does; and the evidence. */
export type FetchResult = FetchTrail & (FetchResponse | FetchFailure | FetchRefusal);

interface FetchTrail {
  /** The address asked last. */
  readonly url: string;
  readonly redirects: readonly Redirect[];
  /** Milliseconds the exchange took, without the wait for its turn. */
  readonly ms: number;
}

export interface Redirect {
  readonly status: number;
  /** The absolute address it pointed to. */
  readonly to: string;
}

export interface FetchResponse {
  readonly outcome: 'response';
  readonly status: number;
  /** By lower-case name; repeated ones joined by ", "; Set-Cookie left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed; empty when it was not asked for. */
  readonly body: Uint8Array;
  /** The IP address that answered, where the platform tells. */
  readonly address?: string;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter?: number;
}

/** The address was not asked, or not any further: a rule forbids it. */
export interface FetchRefusal extends Rejection {
  readonly outcome: 'refused';
}

/** Fetches what strangers name, by the rules of design.md "Checks of an origin". */
export interface GuardedFetcher {
  /** Never rejects for what the other side does. */
  fetch(request: FetchRequest): Promise<FetchResult>;
  /** Drops all connections. */
  close(): Promise<void>;
}
