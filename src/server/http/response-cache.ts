import type { IncomingMessage } from 'node:http';
import { getBody } from '#edge/http/buffered-response.ts';
import { isKnown } from '#edge/middleware/conditional.ts';
import { acceptedCoding } from './content-encoding.ts';

/** An answer as Node's server sends it. */
export interface CachedResponse {
  readonly status: 200 | 304;
  /** Names and values in turn. */
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

/** The most bytes of bodies kept; what was asked for longest ago goes first. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Nothing is kept longer, so that files that another program changes show; in milliseconds. */
const LONGEST = 1000;

/** What an entry takes beside its body, at most: addresses and headers have limits of their own. */
const OVERHEAD = 2048;

/**
 * Answers that were just given and still hold, so that what many ask for at once is put together once. Only what
 * shared caches may keep is kept, and whoever changes the registry forgets all of it.
 */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;
  #bytes = 0;
  #epoch = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Changes with each `forget`: an answer that was begun before it may be out of date. */
  get epoch(): number {
    return this.#epoch;
  }

  /** To be called when anything changed that answers are made from. */
  forget(): void {
    this.#epoch += 1;
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** The answer to a request, where it is kept. */
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
   * Keeps an answer if it may be kept.
   * @param epoch what it was when the answer was begun
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

/** All of a request that an answer may depend on; undefined where nothing is kept of its kind. */
function keyOf({ method, url, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return;
  return `${headers.host}\n${headers.accept}\n${acceptedCoding(headers['accept-encoding'])}\n${url}`;
}

/** Whether an answer is the same for all who ask for it the same way (RFC 9111, section 3). */
function isShared({ status, headers }: Response): boolean {
  const vary = headers.get('Vary')?.split(', ') ?? [];
  if (status !== 200 || vary.some(name => !/^Accept(-Encoding)?$/.test(name)) || headers.has('Set-Cookie'))
    return false;
  return /^public, max-age=[1-9]/.test(headers.get('Cache-Control') ?? '');
}
