import type { IncomingMessage } from 'node:http';
import { getBody } from '#edge/http/buffered-response.ts';
import { isKnown } from '#edge/middleware/conditional.ts';
import { acceptedCoding } from './content-encoding.ts';

/** A response in the form in which Node's server sends it. */
export interface CachedResponse {
  readonly status: 200 | 304;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

interface CacheEntry {
  readonly response: CachedResponse;
  readonly notModified: CachedResponse;
  readonly tag: string;
  readonly bytes: number;
  readonly until: number;
}

/** The maximum size of cached bodies in bytes; the least recently used are evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The maximum age of an entry in milliseconds, so that changes of files by other programs become visible. */
const MAX_AGE_MS = 1000;

/** The maximum size of an entry without its body: URLs and headers have their own limits. */
const ENTRY_OVERHEAD_BYTES = 2048;

/**
 * Caches recent responses, so that a response to many concurrent requests is created once. Only contains responses that
 * shared caches may store. Every change of the registry clears it.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #now: () => number;
  #bytes = 0;
  #epoch = 0;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Increases with each `forget`: a response that was started in an earlier epoch may be out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Clears the cache. Call it after each change of the data behind responses. */
  forget(): void {
    this.#epoch += 1;
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** Returns the cached response to a request. */
  find(request: IncomingMessage): CachedResponse | undefined {
    const key = createCacheKey(request);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until < this.#now()) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    this.#entries.set(key, entry);
    return isKnown(request.headers['if-none-match'], entry.tag) ? entry.notModified : entry.response;
  }

  /**
   * Stores a response if it is cacheable.
   * @param epoch the epoch in which the response was started
   */
  offer(request: IncomingMessage, response: Response, epoch: number): void {
    const key = createCacheKey(request);
    const body = getBody(response);
    const tag = response.headers.get('ETag');
    if (key === undefined || body === undefined || tag === null || epoch !== this.#epoch || !isShared(response)) return;
    const entries = [...response.headers].filter(([name]) => name !== 'content-length');
    const length = Buffer.byteLength(body);
    const entry: CacheEntry = {
      response: { status: 200, headers: [...entries.flat(), 'content-length', String(length)], body },
      notModified: {
        status: 304,
        headers: entries.filter(([name]) => name !== 'content-type').flat(),
        body: undefined,
      },
      tag,
      bytes: length + ENTRY_OVERHEAD_BYTES,
      until: this.#now() + MAX_AGE_MS,
    };
    this.#bytes += entry.bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#trim();
  }

  #trim(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#entries.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/**
 * Returns a key with everything in a request that a response may depend on; undefined if the request is not cacheable.
 */
function createCacheKey({ method, url, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  return `${headers.host}\n${headers.accept}\n${acceptedCoding(headers['accept-encoding'])}\n${url}`;
}

/** Whether a response is the same for all clients that send the same request (RFC 9111, section 3). */
function isShared({ status, headers }: Response): boolean {
  const vary = headers.get('Vary')?.split(', ') ?? [];
  if (status !== 200 || vary.some(name => !/^Accept(-Encoding)?$/.test(name)) || headers.has('Set-Cookie'))
    return false;
  return /^public, max-age=[1-9]/.test(headers.get('Cache-Control') ?? '');
}
