import type { Blocklist } from '#listing/blocklist.ts';
import { failure } from '#manifest/result.ts';
import { withinDeadline } from './deadline.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';
import type {
  FetchRejection,
  FetchRequest,
  FetchResponse,
  FetchResult,
  GuardedFetcher,
  Redirect,
} from './fetch-result.ts';
import type { HostQueue } from './host-queue.ts';
import { parseRetryAfter } from './retry-after.ts';
import { rejectBlockedUrl } from './rules/blocklist-rule.ts';
import { isLoopbackHost } from './rules/host-rules.ts';
import { type Permit, type UrlValidation, validateUrl } from './rules/url-rules.ts';

const MIB = 1024 * 1024;
const DEFAULT_DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 3;

/** Sends one request of an allowed URL on one platform, without redirects. The platform checks the IP addresses. */
export type Hop = (request: HopRequest) => Promise<HopResult>;

export interface HopRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** How to read the body of a response with this status. Called before the body is read. */
  bodyMode(status: number): BodyMode;
  /** Whether the request may be sent again after a reused connection was reset. Called before each repetition. */
  mayRetry(): boolean;
  readonly signal: AbortSignal;
}

export type BodyMode = NonNullable<FetchRequest['body']>;

/** The limits of a sampled body. Beyond them, closing the connection is cheaper than reading on. */
export const SAMPLE_BYTES = 64 * 1024;
export const SAMPLE_MS = 500;

export type HopResult = FetchResponse | FetchFailure | FetchRejection;

/** The parts of a fetcher. */
export interface FetcherParts {
  readonly hop: Hop;
  readonly queue: HostQueue;
  readonly userAgent: string;
  /** Which requests may go to http and loopback origins. */
  readonly local: boolean | 'per-request';
  /** The origins that get no requests. */
  readonly blocklist?: Blocklist | undefined;
  readonly sha256Hex?: GuardedFetcher['sha256Hex'];
  close(): Promise<void>;
}

interface Trail {
  url: URL;
  readonly redirects: Redirect[];
}

/** Creates a fetcher with the rules of every platform: URL validation, the host queue, the deadline, and redirects. */
export function createFetcher(parts: FetcherParts): GuardedFetcher {
  return {
    async fetch(request) {
      const local = parts.local === 'per-request' ? request.local === true : parts.local;
      const permit = { listingOrigin: request.listingOrigin, local };
      const url = permitUrl(request.url, permit, parts.blocklist);
      if (!url.ok) {
        return { outcome: 'refused', ...url.error, url: request.url.slice(0, 2048), redirects: [], ms: 0 };
      }
      const trail: Trail = { url: url.value, redirects: [] };
      const exchange = () => measure(trail, () => followRedirects(trail, request, permit, parts));
      try {
        return await parts.queue.run(getQueueKey(trail.url), exchange, request.signal);
      } catch (error) {
        if (request.signal?.aborted) return measure(trail, async () => failed('aborted'));
        throw error;
      }
    },
    sha256Hex: parts.sha256Hex,
    close: () => parts.close(),
  };
}

/** Redirects stay on their origin, so only the first URL can be of a blocked origin. */
function permitUrl(address: string, permit: Permit, blocklist: Blocklist | undefined): UrlValidation {
  const url = validateUrl(address, permit);
  const rejection = url.ok && blocklist ? rejectBlockedUrl(url.value, blocklist) : undefined;
  return rejection ? failure(rejection) : url;
}

/** Requests queue by host. On loopback they queue by port too, because each port is another publisher. */
function getQueueKey(url: URL): string {
  return isLoopbackHost(url.hostname) ? url.host : url.hostname;
}

async function measure(trail: Trail, exchange: () => Promise<HopResult>): Promise<FetchResult> {
  const started = performance.now();
  const result = await exchange();
  const ms = Math.round(performance.now() - started);
  return { ...result, url: trail.url.href, redirects: [...trail.redirects], ms };
}

function followRedirects(trail: Trail, request: FetchRequest, permit: Permit, parts: FetcherParts): Promise<HopResult> {
  const follows = request.redirects !== 'return';
  const hop = (signal: AbortSignal) =>
    parts.hop({
      url: trail.url,
      method: request.method ?? 'GET',
      headers: createHeaders(parts.userAgent, request.headers),
      maxBytes: request.maxBytes ?? MIB,
      bodyMode: status => (follows && isRedirect(status) ? 'drop' : (request.body ?? 'read')),
      mayRetry: request.mayRetry ?? (() => true),
      signal,
    });
  const work = async (signal: AbortSignal): Promise<HopResult> => {
    for (;;) {
      const response = await hop(signal);
      if (response.outcome !== 'response') return response;
      const location = response.headers.location;
      if (!follows || !isRedirect(response.status) || location === undefined) return withRetryAfter(response);
      const error = redirect(trail, response.status, location, permit);
      if (error) return error;
    }
  };
  return withinDeadline(request.deadlineMs ?? DEFAULT_DEADLINE_MS, work, request.signal);
}

/** Moves the trail to the target of a redirect. Returns an error if the target is not allowed. */
function redirect(
  trail: Trail,
  status: number,
  location: string,
  permit: Permit,
): FetchFailure | FetchRejection | undefined {
  const target = URL.parse(location, trail.url);
  if (!target) return failed('bad-redirect');
  const first = trail.url.origin;
  trail.redirects.push({ status, to: target.href.slice(0, 2048) });
  if (target.origin !== first) return failed('redirect-off-origin', formatTarget(target));
  const url = validateUrl(target, permit);
  if (!url.ok) return { outcome: 'refused', ...url.error };
  if (trail.redirects.length > MAX_REDIRECTS) return failed('too-many-redirects');
  trail.url = url.value;
  return undefined;
}

/** Returns the origin of a redirect target, or the scheme of one without an origin. Both have only ASCII. */
function formatTarget({ origin, protocol }: URL): string {
  return (origin === 'null' ? protocol : origin).slice(0, MAX_TARGET_LENGTH);
}

/** The longest host name, with a scheme and a port. */
const MAX_TARGET_LENGTH = 270;

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function withRetryAfter(response: FetchResponse): FetchResponse {
  const seconds = parseRetryAfter(response.headers['retry-after'], Date.now());
  return seconds === undefined ? response : { ...response, retryAfter: seconds };
}

const CALLER_HEADERS = ['accept', 'if-none-match', 'if-modified-since'] as const;

/**
 * Creates the request headers. Cookies and credentials are impossible, because only listed names are copied. Validators
 * come from earlier responses of the publisher, so values other than printable ASCII are dropped.
 */
function createHeaders(userAgent: string, values: FetchRequest['headers']): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: '*/*' };
  for (const name of CALLER_HEADERS) {
    const value = values?.[name];
    if (value !== undefined && /^[\x20-\x7e]{1,1024}$/.test(value)) headers[name] = value;
  }
  return headers;
}
