import type { IncomingMessage } from 'node:http';
import type { Body } from '#edge/catalog/catalog.ts';
import { BufferedResponse } from '#edge/http/buffered-response.ts';
import { isKnown } from '#edge/middleware/conditional.ts';
import type { DirectResponse } from '#edge/routes/direct-routes.ts';
import { acceptedCoding } from './content-encoding.ts';

/** A response in the form in which Node's server sends it. */
export interface CachedResponse {
  readonly status: 200 | 304;
  /** Alternating names and values, without Content-Length. */
  readonly headers: readonly string[];
  /** As bytes, because a text would be encoded for each request. */
  readonly body: Uint8Array | undefined;
}

interface CacheEntry {
  readonly response: CachedResponse;
  readonly tag: string;
  readonly bytes: number;
  readonly until: number;
}

/** The maximum size of all entries in bytes; the least recently used are evicted first. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The maximum age of an entry in milliseconds, so that changes of files by other programs become visible. */
const MAX_AGE_MS = 1000;

/** The number of remembered ETags of direct responses that are not cached yet, a power of 16. */
const SEEN_TAGS = 16 ** 3;

/** The memory of an entry besides its body, its key, and its headers. */
const ENTRY_OVERHEAD_BYTES = 1024;

/**
 * The maximum length of a key, which has the longest valid URL and usual headers. V8 hashes texts with more than 16,383
 * characters by their length only, so each search for one of many long keys would compare it with all others.
 */
const MAX_KEY_LENGTH = 10_000;

/**
 * Caches recent responses, so that a response to many concurrent requests is created once. Only contains responses that
 * shared caches may store. Every change of the registry clears it.
 */
export class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>();
  /** A part of the last ETag that starts with each possible value of three hexadecimal digits. */
  readonly #seenTags = new Uint32Array(SEEN_TAGS);
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
    return selectResponse(entry.response, entry.tag, request);
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
    this.#store(key, toCached(headers, response.content), tag);
  }

  /**
   * Stores a direct response from its second request on: most queries are never repeated, and keeping their responses
   * would take longer than creating them. Stores an encoded response at once, because encoding takes longer still.
   * Stores a copy of a body whose memory is reused.
   * @returns the response in the form in which it is sent
   */
  offerDirect(key: string, request: IncomingMessage, direct: DirectResponse, epoch: number): CachedResponse {
    const { headers, body, tag, release } = direct;
    const response = toCached(headers, body);
    const isWorthStoring = this.#isSeen(tag) || headers.includes('content-encoding');
    if (isWorthStoring && epoch === this.#epoch) {
      this.#store(key, release ? toCached(headers, body.slice()) : response, tag);
    }
    return selectResponse(response, tag, request);
  }

  /**
   * Returns whether a direct response with this ETag was created before, and remembers it. May forget one after a few
   * thousand others. Keeps numbers, because the memory of as many keys would have to be collected.
   */
  #isSeen(tag: string): boolean {
    const slot = Number.parseInt(tag.slice(1, 4), 16);
    const rest = Number.parseInt(tag.slice(4, 12), 16);
    const isSeen = this.#seenTags[slot] === rest;
    this.#seenTags[slot] = rest;
    return isSeen;
  }

  #store(key: string, response: CachedResponse, tag: string): void {
    const bytes = (response.body?.length ?? 0) + textLength([key, ...response.headers]) + ENTRY_OVERHEAD_BYTES;
    this.#bytes += bytes - (this.#entries.get(key)?.bytes ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { response, tag, bytes, until: this.#now() + MAX_AGE_MS });
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

/** Returns the length of all texts. A client chooses how long its URL and its Accept header are, which the key contains. */
function textLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function toCached(headers: readonly string[], body: Body): CachedResponse {
  return { status: 200, headers, body: typeof body === 'string' ? Buffer.from(body) : body };
}

/** Returns a response, or 304 if the client has it. */
function selectResponse(response: CachedResponse, tag: string, request: IncomingMessage): CachedResponse {
  if (!isKnown(request.headers['if-none-match'], tag)) return response;
  return { status: 304, headers: withoutRepresentation(response.headers), body: undefined };
}

/** Removes the headers that describe a body, which a 304 does not have (RFC 9110, section 15.4.5). */
function withoutRepresentation(headers: readonly string[]): readonly string[] {
  return headers.filter((_, at) => !OF_BODY.has(headers[at - (at % 2)] ?? ''));
}

const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-encoding']);

/**
 * Returns a key with everything in a request that a response may depend on; undefined if the request is not cacheable, or
 * if the key would be too long. HEAD has the key of GET, so that many requests for a large document create it once with
 * either method.
 */
export function createCacheKey({ method, url, headers }: IncomingMessage): string | undefined {
  if (!isRead(method) || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  const key = `${headers.host}\n${headers.accept}\n${acceptedCoding(headers['accept-encoding'])}\n${url}`;
  return key.length <= MAX_KEY_LENGTH ? key : undefined;
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
