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

interface Kept {
  readonly answer: CachedResponse;
  readonly notModified: CachedResponse;
  readonly tag: string;
  readonly bytes: number;
  readonly until: number;
}

/** The maximum size of cached bodies in bytes; the least recently used are evicted first. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** The maximum age of an entry in milliseconds, so that changes of files by other programs become visible. */
const LONGEST = 1000;

/** The maximum size of an entry without its body: URLs and headers have their own limits. */
const OVERHEAD = 2048;

/**
 * Caches recent responses, so that a response to many concurrent requests is created once. Only contains responses that
 * shared caches may store. Every change of the registry clears it.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
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
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** Returns the cached response to a request. */
  find(request: IncomingMessage): CachedResponse | undefined {
    const key = keyOf(request);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (key === undefined || kept === undefined) return undefined;
    this.#kept.delete(key);
    if (kept.until < this.#now()) {
      this.#bytes -= kept.bytes;
      return undefined;
    }
    this.#kept.set(key, kept);
    return isKnown(request.headers['if-none-match'], kept.tag) ? kept.notModified : kept.answer;
  }

  /**
   * Stores a response if it is cacheable.
   * @param epoch the epoch in which the response was started
   */
  offer(request: IncomingMessage, response: Response, epoch: number): void {
    const key = keyOf(request);
    const body = getBody(response);
    const tag = response.headers.get('ETag');
    if (key === undefined || body === undefined || tag === null || epoch !== this.#epoch || !isShared(response)) return;
    const entries = [...response.headers].filter(([name]) => name !== 'content-length');
    const length = Buffer.byteLength(body);
    const kept: Kept = {
      answer: { status: 200, headers: [...entries.flat(), 'content-length', String(length)], body },
      notModified: {
        status: 304,
        headers: entries.filter(([name]) => name !== 'content-type').flat(),
        body: undefined,
      },
      tag,
      bytes: length + OVERHEAD,
      until: this.#now() + LONGEST,
    };
    this.#bytes += kept.bytes - (this.#kept.get(key)?.bytes ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#trim();
  }

  #trim(): void {
    for (const [key, { bytes }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#kept.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/**
 * Returns a key with everything in a request that a response may depend on; undefined if the request is not cacheable.
 */
function keyOf({ method, url, headers }: IncomingMessage): string | undefined {
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
