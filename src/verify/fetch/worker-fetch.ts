import { concatBytes } from './concat-bytes.ts';
import type { Resolve } from './dns/resolve.ts';
import { createFetcher, type Hop, type HopRequest, type HopResult } from './exchange.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';
import type { FetchRejection, GuardedFetcher } from './fetch-result.ts';
import { collectHeaders } from './header-record.ts';
import { createHostQueue } from './host-queue.ts';
import { rejectIp } from './rules/ip-rules.ts';
import { createUserAgent } from './user-agent.ts';

export interface WorkerFetcherOptions {
  /** The base URL of the site, for the User-Agent. */
  readonly siteUrl: string;
  /** The `fetch` of the platform. */
  readonly fetch: typeof globalThis.fetch;
  /** Resolves names, with DNS over HTTPS on platforms without DNS. */
  readonly resolve: Resolve;
}

/** The limit of open connections in Workers. */
const MAX_CONNECTIONS = 6;

/**
 * Creates a guarded fetcher for platforms without sockets, such as Workers. It applies the same rules as far as Web APIs
 * allow.
 *
 * Differences from `createGuardedFetcher`:
 * - The name is resolved and checked before the request, but the platform resolves it again to connect, so this check
 *   does not prevent DNS rebinding. Workers can only connect to the public network, which keeps them out of private ranges.
 * - The platform decompresses bodies and does not expose the transferred bytes, so the size limit applies after
 *   decompression.
 * - Headers are counted after the platform has read them. The IP address of the server is unknown. All network failures
 *   are `our-side`, and so never decisive, because the platform does not distinguish them.
 * - Local mode does not exist.
 *
 * Create one fetcher per incoming request, because in Workers a request cannot wait for the connections of another.
 */
export function createWorkerFetcher(options: WorkerFetcherOptions): GuardedFetcher {
  return createFetcher({
    hop: createWorkerHop(options.fetch, options.resolve),
    queue: createHostQueue(MAX_CONNECTIONS),
    userAgent: createUserAgent(options.siteUrl),
    local: false,
    close: async () => undefined,
  });
}

function createWorkerHop(fetch: typeof globalThis.fetch, resolve: Resolve): Hop {
  return async request => {
    const error = await checkName(request.url.hostname, resolve);
    if (error) return error;
    if (request.signal.aborted) return failed('aborted');
    try {
      return await toResult(await fetch(request.url.href, createInit(request)), request);
    } catch {
      return failed('our-side');
    }
  };
}

async function checkName(hostname: string, resolve: Resolve): Promise<FetchFailure | FetchRejection | undefined> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch {
    return failed('dns-failed');
  }
  if (addresses.length === 0) return failed('dns-not-found');
  const rejection = addresses.map(rejectIp).find(found => found !== undefined);
  return rejection && { outcome: 'refused', ...rejection };
}

function createInit({ method, headers, signal }: HopRequest): RequestInit {
  return { method, headers, signal, redirect: 'manual', cache: 'no-store' };
}

async function toResult(response: Response, request: HopRequest): Promise<HopResult> {
  const headers = collectHeaders(response.headers);
  if (!headers) return discardBody(response, failed('headers-too-large'));
  const head = { outcome: 'response', status: response.status, headers } as const;
  if (!request.wantsBody(response.status)) return discardBody(response, { ...head, body: new Uint8Array() });
  const body = await readBody(response, request.maxBytes);
  return body ? { ...head, body } : failed('too-large');
}

function discardBody(response: Response, result: HopResult): HopResult {
  response.body?.cancel().catch(() => undefined);
  return result;
}

/** Reads the body. Returns undefined if it exceeds the limit. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
