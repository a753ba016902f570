import type { Blocklist } from '#listing/blocklist.ts';
import { concatBytes } from '#manifest/json-text/concat-bytes.ts';
import type { Resolve } from './dns/resolve.ts';
import { createFetcher, type Hop, type HopRequest, type HopResult, SAMPLE_BYTES, SAMPLE_MS } from './exchange.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';
import type { FetchRejection, FetchResponse, GuardedFetcher } from './fetch-result.ts';
import { collectHeaders } from './header-record.ts';
import { createHostQueue } from './host-queue.ts';
import { rejectIp } from './rules/ip-rules.ts';
import { createUserAgent, type UserAgentOptions } from './user-agent.ts';

export interface WorkerFetcherOptions extends UserAgentOptions {
  /** The `fetch` of the platform. */
  readonly fetch: typeof globalThis.fetch;
  /** Resolves names, with DNS over HTTPS on platforms without DNS. */
  readonly resolve: Resolve;
  /** The origins that get no requests. */
  readonly blocklist?: Blocklist | undefined;
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
    userAgent: createUserAgent(options),
    local: false,
    blocklist: options.blocklist,
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
  const mode = request.bodyMode(response.status);
  if (mode === 'drop') return discardBody(response, { ...head, body: new Uint8Array() });
  if (mode === 'sample') return { ...head, ...(await readSample(response)) };
  const body = await readBody(response, request.maxBytes);
  return body ? { ...head, body } : failed('too-large');
}

function discardBody(response: Response, result: HopResult): HopResult {
  response.body?.cancel().catch(() => undefined);
  return result;
}

/** Reads the beginning of the body, within the limits of a sample. */
async function readSample({ body }: Response): Promise<Pick<FetchResponse, 'body' | 'isPartial'>> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  const timeout = new Promise<undefined>(resolve => setTimeout(resolve, SAMPLE_MS));
  let bytes = 0;
  for (;;) {
    const read = reader ? await Promise.race([reader.read(), timeout]) : { done: true as const };
    if (read?.done) return { body: concatBytes(chunks) };
    if (read) chunks.push(read.value.subarray(0, SAMPLE_BYTES - bytes));
    bytes += read?.value.byteLength ?? 0;
    if (read && bytes <= SAMPLE_BYTES) continue;
    reader?.cancel().catch(() => undefined);
    return { body: concatBytes(chunks), isPartial: true };
  }
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
