import { withinDeadline } from './deadline.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';
import type {
  FetchRefusal,
  FetchRequest,
  FetchResponse,
  FetchResult,
  GuardedFetcher,
  Redirect,
} from './fetch-result.ts';
import type { HostQueue } from './host-queue.ts';
import { requestHeaders } from './request-headers.ts';
import { parseRetryAfter } from './retry-after.ts';
import { isLoopbackHost } from './rules/host-rules.ts';
import { type Permit, validateUrl } from './rules/url-rules.ts';

const MIB = 1024 * 1024;
const DEADLINE_MS = 10_000;
const MOST_REDIRECTS = 3;

/** One request and its answer on one platform, to an address whose URL was admitted; the platform checks where it leads. */
export type Hop = (request: HopRequest) => Promise<HopResult>;

export interface HopRequest {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD';
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Whether the body of an answer with this status is wanted; decided by the headers alone, before any of it is kept. */
  wantsBody(status: number): boolean;
  readonly signal: AbortSignal;
}

export type HopResult = FetchResponse | FetchFailure | FetchRefusal;

/** What a fetcher consists of. */
export interface FetcherParts {
  readonly hop: Hop;
  readonly queue: HostQueue;
  readonly userAgent: string;
  /** Which requests may go to http and loopback origins. */
  readonly local: boolean | 'per-request';
  close(): Promise<void>;
}

interface Trail {
  url: URL;
  readonly redirects: Redirect[];
}

/** The rules that hold on every platform: admission of each address, turns, the deadline, redirects. */
export function createFetcher(parts: FetcherParts): GuardedFetcher {
  return {
    async fetch(request) {
      const local = parts.local === 'per-request' ? request.local === true : parts.local;
      const permit = { listingOrigin: request.listingOrigin, local };
      const admission = validateUrl(request.url, permit);
      if (!admission.ok) {
        return { outcome: 'refused', ...admission.refusal, url: request.url.slice(0, 2048), redirects: [], ms: 0 };
      }
      const trail: Trail = { url: admission.url, redirects: [] };
      const exchange = () => timed(trail, () => untilAnswered(trail, request, permit, parts));
      try {
        return await parts.queue.run(turnOf(trail.url), exchange, request.signal);
      } catch (error) {
        if (request.signal?.aborted) return timed(trail, async () => failed('aborted'));
        throw error;
      }
    },
    close: () => parts.close(),
  };
}

/** Turns are given by host, whatever the port; only on loopback are the ports of one host different publishers. */
function turnOf(url: URL): string {
  return isLoopbackHost(url.hostname) ? url.host : url.hostname;
}

async function timed(trail: Trail, exchange: () => Promise<HopResult>): Promise<FetchResult> {
  const started = performance.now();
  const result = await exchange();
  const ms = Math.round(performance.now() - started);
  return { ...result, url: trail.url.href, redirects: [...trail.redirects], ms };
}

function untilAnswered(trail: Trail, request: FetchRequest, permit: Permit, parts: FetcherParts): Promise<HopResult> {
  const follows = request.redirects !== 'return';
  const hop = (signal: AbortSignal) =>
    parts.hop({
      url: trail.url,
      method: request.method ?? 'GET',
      headers: requestHeaders(parts.userAgent, request.headers),
      maxBytes: request.maxBytes ?? MIB,
      wantsBody: status => request.body !== 'drop' && !(follows && isRedirect(status)),
      signal,
    });
  const work = async (signal: AbortSignal): Promise<HopResult> => {
    for (;;) {
      const answer = await hop(signal);
      if (answer.outcome !== 'response') return answer;
      const location = answer.headers.location;
      if (!follows || !isRedirect(answer.status) || location === undefined) return withRetryAfter(answer);
      const stop = redirect(trail, answer.status, location, permit);
      if (stop) return stop;
    }
  };
  return withinDeadline(request.deadlineMs ?? DEADLINE_MS, work, request.signal);
}

/** Moves the trail to where a redirect points, or says why not. */
function redirect(
  trail: Trail,
  status: number,
  location: string,
  permit: Permit,
): FetchFailure | FetchRefusal | undefined {
  const target = URL.parse(location, trail.url);
  if (!target) return failed('bad-redirect');
  const first = trail.url.origin;
  trail.redirects.push({ status, to: target.href.slice(0, 2048) });
  if (target.origin !== first) return failed('redirect-off-origin');
  const admission = validateUrl(target, permit);
  if (!admission.ok) return { outcome: 'refused', ...admission.refusal };
  if (trail.redirects.length > MOST_REDIRECTS) return failed('too-many-redirects');
  trail.url = admission.url;
  return undefined;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function withRetryAfter(response: FetchResponse): FetchResponse {
  const seconds = parseRetryAfter(response.headers['retry-after'], Date.now());
  return seconds === undefined ? response : { ...response, retryAfter: seconds };
}
