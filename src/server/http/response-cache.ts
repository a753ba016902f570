import type { IncomingMessage } from 'node:http';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { isKnown } from '#edge/middleware/conditional.ts';
import type { DirectResponse } from '#edge/routes/direct-routes.ts';
import { acceptedCoding } from './content-encoding.ts';

/** A response in the form in which Node's server sends it. */
export interface CachedResponse {
  readonly status: 200 | 304;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | undefined;
}

/** A whole response, from which a 304 can be made. */
interface SentResponse {
  readonly response: CachedResponse;
  /** The headers of `response` without Content-Length. */
  readonly headers: readonly string[];
  readonly tag: string;
}

interface CacheEntry extends SentResponse {
  readonly bytes: number;
  readonly until: number;
}

/** The maximum size of cached bodies in bytes; the least recently used are evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The maximum age of an entry in milliseconds, so that changes of files by other programs become visible. */
const MAX_AGE_MS = 1000;

/** The maximum length of all remembered keys of responses that are not cached yet. */
const MAX_KEYS_LENGTH = 1024 * 1024;

/** The maximum size of an entry without its body: URLs and headers have their own limits. */
const ENTRY_OVERHEAD_BYTES = 2048;

/**
 * Caches recent responses, so that a response to many concurrent requests is created once. Only contains responses that
 * shared caches may store. Every change of the registry clears it.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>();
  /** The keys of direct responses that were created once. */
  readonly #once = new Set<string>();
  #onceLength = 0;
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

  /**
   * Returns the cached response to a request.
   * @param key from `createCacheKey`
   */
  find(key: string, request: IncomingMessage): CachedResponse | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until < this.#now()) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    this.#entries.set(key, entry);
    return selectResponse(entry, request);
  }

  /**
   * Stores a response if it is cacheable.
   * @param key from `createCacheKey`
   * @param epoch the epoch in which the response was started
   */
  offer(key: string, response: Response, epoch: number): void {
    const tag = response.headers.get('ETag');
    if (!(response instanceof BufferedResponse) || tag === null || !isShared(response)) return;
    if (epoch !== this.#epoch) return;
    const headers = [...response.headers].filter(([name]) => name !== 'content-length').flat();
    this.#store(key, toEntry(toSent({ headers, body: response.content, tag }), this.#now() + MAX_AGE_MS));
  }

  /**
   * Stores a direct response from its second request on: most queries are never repeated, and keeping their responses
   * would take longer than creating them. Stores an encoded response at once, because encoding takes longer still.
   * Stores a copy of a body whose memory is reused.
   * @returns the response in the form in which it is sent
   */
  offerDirect(key: string, request: IncomingMessage, response: DirectResponse, epoch: number): CachedResponse {
    const sent = toSent(response);
    if (epoch === this.#epoch) {
      if (this.#once.has(key) || response.headers.includes('content-encoding')) {
        const kept = response.release ? toSent({ ...response, body: response.body.slice() }) : sent;
        this.#store(key, toEntry(kept, this.#now() + MAX_AGE_MS));
      } else this.#remember(key);
    }
    return selectResponse(sent, request);
  }

  #remember(key: string): void {
    this.#onceLength += key.length;
    if (this.#onceLength > MAX_KEYS_LENGTH) {
      this.#once.clear();
      this.#onceLength = key.length;
    }
    this.#once.add(key);
  }

  #store(key: string, entry: CacheEntry): void {
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

function toSent({ headers, body, tag }: DirectResponse): SentResponse {
  // As bytes, because a text would be encoded for each request.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const response = { status: 200, headers: [...headers, 'content-length', String(bytes.length)], body: bytes } as const;
  return { response, headers, tag };
}

/** @param until the expiry of the entry, by the clock of the cache */
function toEntry(sent: SentResponse, until: number): CacheEntry {
  return { ...sent, bytes: (sent.response.body?.length ?? 0) + ENTRY_OVERHEAD_BYTES, until };
}

function selectResponse({ response, headers, tag }: SentResponse, request: IncomingMessage): CachedResponse {
  if (!isKnown(request.headers['if-none-match'], tag)) return response;
  return { status: 304, headers: withoutType(headers), body: undefined };
}

function withoutType(headers: readonly string[]): readonly string[] {
  const at = headers.indexOf('content-type');
  return at === -1 ? headers : headers.toSpliced(at, 2);
}

/**
 * Returns a key with everything in a request that a response may depend on; undefined if the request is not cacheable.
 * HEAD has the key of GET, so that many requests for a large document create it once with either method.
 */
export function createCacheKey({ method, url, headers }: IncomingMessage): string | undefined {
  if (!isRead(method) || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  return `${headers.host}\n${headers.accept}\n${acceptedCoding(headers['accept-encoding'])}\n${url}`;
}

/**
 * Whether a response is the same for all clients that send the same request (RFC 9111, section 3). Pages are, although
 * browsers revalidate them (`no-cache`): each change of the registry clears this cache.
 */
function isShared({ status, headers }: Response): boolean {
  const vary = headers.get('Vary')?.split(', ') ?? [];
  if (status !== 200 || vary.some(name => !/^Accept(-Encoding)?$/.test(name)) || headers.has('Set-Cookie'))
    return false;
  return /^public, (max-age=[1-9]|no-cache)/.test(headers.get('Cache-Control') ?? '');
}

/** Whether a method reads. The response to HEAD is the one to GET without its body. */
export function isRead(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}
