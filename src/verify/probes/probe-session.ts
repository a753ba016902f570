import type { Evidence } from '#contract/report.ts';
import { sha256Hex } from '#listing/encoding/sha256.ts';
import { instant } from '#listing/time/timestamp.ts';
import { failure, type Result, success } from '#manifest/result.ts';
import type { FetchResult, GuardedFetcher, RequestHeader } from '../fetch/fetch-result.ts';

/** Sends the probes of one verification of one origin, within its limits (design: Checks of an origin). */
export interface ProbeSession {
  /** Sends a probe, or returns the result of an identical earlier probe. Probes of one host run one after another. */
  probe(request: ProbeRequest): Promise<ProbeResult>;
  /** The longest Retry-After of all responses so far, in seconds. */
  retryAfter(): number | undefined;
}

interface ProbeRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** Whether to read the whole body. Default: false, which reads a sample. */
  readonly body?: boolean;
  /** Whether to follow redirects within the origin. Default: false, which returns the redirect itself. */
  readonly follow?: boolean;
  readonly headers?: Readonly<Partial<Record<RequestHeader, string>>>;
}

/** A sent probe, or the reason why the session did not send it. */
export type ProbeResult = Result<SentProbe, string>;

export interface SentProbe {
  readonly fetched: FetchResult;
  readonly evidence: Evidence;
}

export interface ProbeSessionOptions {
  readonly fetcher: GuardedFetcher;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The origin, as `new URL(…).origin` serializes it. */
  readonly origin: string;
  /** Whether the origin may be http and on loopback, if the fetcher decides per request. */
  readonly local?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Requests of one verification, redirects and retries included (design: Observed facts). */
export const MAX_REQUESTS = 12;

/** Milliseconds that one verification spends on requests. An origin that hangs costs three timeouts, not twelve. */
const TIME_BUDGET = 30_000;

const REQUEST_TIMEOUT = 10_000;

/** Redirects that the fetcher follows for one request. */
const MAX_REDIRECTS = 3;

/** Creates a session for one origin. Sends nothing yet. */
export function createProbeSession({ fetcher, now, origin, local, signal }: ProbeSessionOptions): ProbeSession {
  let requests = 0;
  const results = new Map<string, Promise<ProbeResult>>();
  /** The last probe of each host. */
  const lastByHost = new Map<string, Promise<unknown>>();
  /** Redirects that requests in flight may still follow. */
  let reserved = 0;
  let elapsed = 0;
  let retryAfter: number | undefined;

  async function send(request: ProbeRequest, follow: boolean): Promise<ProbeResult> {
    const remaining = TIME_BUDGET - elapsed;
    if (remaining <= 0) return failure(`the time limit of ${TIME_BUDGET / 1000} seconds was reached`);
    const { url, method = 'GET', body = false, headers } = request;
    const at = instant(now());
    const fetched = await fetcher.fetch({
      url,
      method,
      headers,
      body: body ? 'read' : 'sample',
      redirects: follow ? 'follow' : 'return',
      listingOrigin: origin,
      local,
      deadlineMs: Math.min(REQUEST_TIMEOUT, remaining),
      mayRetry: countRetry,
      signal,
    });
    elapsed += fetched.ms;
    if (fetched.outcome === 'response' && fetched.retryAfter !== undefined) {
      retryAfter = Math.max(retryAfter ?? 0, fetched.retryAfter);
    }
    if (follow) {
      reserved -= MAX_REDIRECTS;
      requests += fetched.redirects.length;
    }
    const digest = await digestBody(fetched);
    return success({ fetched, evidence: createEvidence(fetched, { url, method, at }, digest) });
  }

  /** Counts a retry. Returns whether it is within the limit. */
  function countRetry(): boolean {
    if (requests + reserved >= MAX_REQUESTS) return false;
    requests++;
    return true;
  }

  async function digestBody(fetched: FetchResult): Promise<string | undefined> {
    if (fetched.outcome !== 'response' || fetched.body.length === 0 || fetched.isPartial) return undefined;
    return (fetcher.sha256Hex ?? sha256Hex)(fetched.body);
  }

  function enqueue(request: ProbeRequest): Promise<ProbeResult> {
    if (requests + reserved >= MAX_REQUESTS) {
      return Promise.resolve(failure(`the limit of ${MAX_REQUESTS} requests was reached`));
    }
    requests++;
    const follow = request.follow === true && requests + reserved + MAX_REDIRECTS <= MAX_REQUESTS;
    if (follow) reserved += MAX_REDIRECTS;
    const host = URL.parse(request.url)?.host ?? '';
    const result = (lastByHost.get(host) ?? Promise.resolve()).then(() => send(request, follow));
    lastByHost.set(
      host,
      result.catch(() => undefined),
    );
    return result;
  }

  return {
    probe(request) {
      const { url, method = 'GET', body = false, follow = false } = request;
      const key = JSON.stringify([method, url, body, follow]);
      const known = results.get(key);
      if (known) return known;
      const result = enqueue(request);
      results.set(key, result);
      return result;
    },
    retryAfter: () => retryAfter,
  };
}

function createEvidence(
  fetched: FetchResult,
  { url, method, at }: Pick<Evidence, 'url' | 'method' | 'at'>,
  sha256: string | undefined,
): Evidence {
  const evidence = { method, url, status: null, at, ms: Math.round(fetched.ms) };
  const targets = fetched.redirects.map(({ to }) => to).join(', ');
  const notes = targets === '' ? [] : [`redirected to ${targets}`];
  if (fetched.outcome !== 'response') return { ...evidence, note: [...notes, fetched.message].join('; ') };
  return {
    ...evidence,
    status: fetched.status,
    ...(sha256 !== undefined && { sha256 }),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  };
}
