import ipaddr from 'ipaddr.js';
import { Problem } from '../http/problem.ts';

/** The sender of a request. */
export interface Caller {
  /** The result of `networkOf`, or `UNKNOWN_CLIENT`, so that clients without a known IP address share one limit. */
  readonly client: string;
  /** Whether the request has local privileges (`local-privileges.ts`). */
  readonly isLocal: boolean;
}

export const UNKNOWN_CLIENT = '(unknown)';

interface RateLimitOptions {
  /** Maximum requests per minute; undefined means no limit. */
  readonly quota: number | undefined;
  /** The same for requests with local privileges. */
  readonly localQuota: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A rate limit per client: `quota` requests per window of one minute. */
export interface RateLimit {
  /**
   * Counts one request of a client.
   * @returns the headers with the remaining quota (draft-ietf-httpapi-ratelimit-headers-11)
   * @throws Problem `too-many-requests` with Retry-After if the quota is used up
   */
  take(caller: Caller): Readonly<Record<string, string>>;
}

/** The length of a window in seconds. */
const WINDOW = 60;

interface Window {
  used: number;
  readonly until: number;
}

/**
 * Creates a rate limit with fixed windows of one minute, which start with a client's first request. Counts are in memory:
 * on Workers each isolate has its own, so a client can exceed the limit there.
 */
export function rateLimit({ quota: publicQuota, localQuota, now }: RateLimitOptions): RateLimit {
  const windows = new Map<string, Window>();

  function windowOf(client: string): Window {
    const known = windows.get(client);
    if (known && isOpen(known)) return known;
    // A map keeps insertion order, so expired windows come first.
    for (const [key, window] of windows) {
      if (isOpen(window)) break;
      windows.delete(key);
    }
    windows.delete(client);
    const fresh = { used: 0, until: now() + WINDOW * 1000 };
    windows.set(client, fresh);
    return fresh;
  }

  /** Whether a window is current. One that ends too far in the future started before the clock was set back. */
  function isOpen({ until }: Window): boolean {
    const left = until - now();
    return left > 0 && left <= WINDOW * 1000;
  }

  return {
    take({ client, isLocal }) {
      const quota = isLocal ? localQuota : publicQuota;
      if (quota === undefined) return {};
      const window = windowOf(client);
      const seconds = Math.max(1, Math.ceil((window.until - now()) / 1000));
      window.used++;
      const headers = {
        'RateLimit-Policy': `"default";q=${quota};w=${WINDOW}`,
        RateLimit: `"default";r=${Math.max(0, quota - window.used)};t=${seconds}`,
      };
      if (window.used <= quota) return headers;
      const detail = `Rate limit exceeded (${quota} requests per minute). Retry in ${seconds} seconds.`;
      throw new Problem('too-many-requests', detail, { headers: { ...headers, 'Retry-After': String(seconds) } });
    },
  };
}

/** Returns the key that limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(client: string): string {
  if (!ipaddr.isValid(client)) return client;
  const address = ipaddr.process(client);
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString();
}
