import { concatBytes } from './concat-bytes.ts';
import type { Resolve } from './dns/resolve.ts';
import { createFetcher, type Hop, type HopRequest, type HopResult } from './exchange.ts';
import { type FetchFailure, failed } from './fetch-failure.ts';
import type { FetchRefusal, GuardedFetcher } from './fetch-result.ts';
import { headerRecord } from './header-record.ts';
import { createHostQueue } from './host-queue.ts';
import { rejectIp } from './rules/ip-rules.ts';
import { createUserAgent, type UserAgentOptions } from './user-agent.ts';

export interface WorkerFetcherOptions extends UserAgentOptions {
  /** The platform's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Looks names up, over HTTPS where the platform has no DNS. */
  readonly resolve: Resolve;
}

/** A Worker may have six connections open. */
const AT_ONCE = 6;

/**
 * The guarded fetcher where there are no sockets, on Web APIs alone (Workers): the same rules, as far as the platform can have them.
 *
 * What differs from `createGuardedFetcher`:
 * - The name is looked up and checked before the request, but the platform looks it up again to connect, so a name that
 *   changes in between (rebinding) is not caught here. The platform itself routes Workers' requests to the public
 *   network only; that, and not this check, is what keeps them out of private ranges there.
 * - The platform decompresses and keeps no count of the bytes on the wire, so the limit applies after decompression only.
 * - Headers are counted after the platform has read them; the address that answered is unknown; failures of the network are all `our-side`, for
 *   the platform does not tell them apart, so none of them is decisive.
 * - There is no local mode.
 *
 * Make one for each incoming request: Workers forbid one request to wait for another's connections.
 */
export function createWorkerFetcher(options: WorkerFetcherOptions): GuardedFetcher {
  return createFetcher({
    hop: createWorkerHop(options.fetch, options.resolve),
    queue: createHostQueue(AT_ONCE),
    userAgent: createUserAgent(options),
    local: false,
    close: async () => undefined,
  });
}

function createWorkerHop(fetch: typeof globalThis.fetch, resolve: Resolve): Hop {
  return async request => {
    const stop = await nameRefusal(request.url.hostname, resolve);
    if (stop) return stop;
    if (request.signal.aborted) return failed('aborted');
    try {
      return await answerOf(await fetch(request.url.href, platformRequest(request)), request);
    } catch {
      return failed('our-side');
    }
  };
}

async function nameRefusal(hostname: string, resolve: Resolve): Promise<FetchFailure | FetchRefusal | undefined> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(hostname);
  } catch {
    return failed('dns-failed');
  }
  if (addresses.length === 0) return failed('dns-not-found');
  const refusal = addresses.map(rejectIp).find(found => found !== undefined);
  return refusal && { outcome: 'refused', ...refusal };
}

function platformRequest({ method, headers, signal }: HopRequest): RequestInit {
  return { method, headers, signal, redirect: 'manual', cache: 'no-store' };
}

async function answerOf(response: Response, request: HopRequest): Promise<HopResult> {
  const headers = headerRecord(response.headers);
  if (!headers) return dropped(response, failed('headers-too-large'));
  const answer = { outcome: 'response', status: response.status, headers } as const;
  if (!request.wantsBody(response.status)) return dropped(response, { ...answer, body: new Uint8Array() });
  const body = await boundedBody(response, request.maxBytes);
  return body ? { ...answer, body } : failed('too-large');
}

function dropped(response: Response, result: HopResult): HopResult {
  response.body?.cancel().catch(() => undefined);
  return result;
}

/** The body as far as the limit; undefined beyond it. */
async function boundedBody(response: Response, mostBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
