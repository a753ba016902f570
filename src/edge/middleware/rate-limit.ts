import ipaddr from 'ipaddr.js';
import { Problem } from '../http/problem.ts';

/** Who sends a request. */
export interface Caller {
  /** As `networkOf` writes it; requests of unknown origin share `UNKNOWN_CLIENT`, so that no path has no limit. */
  readonly client: string;
  /** Whether the request has local privileges (`local-privileges.ts`). */
  readonly isLocal: boolean;
}

export const UNKNOWN_CLIENT = '(unknown)';

interface RateLimitOptions {
  /** Requests per minute; undefined does not limit. */
  readonly quota: number | undefined;
  /** The same for requests with local privileges. */
  readonly localQuota: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** How often a client may do something: `quota` times in any window of a minute. */
export interface RateLimit {
  /**
   * Counts one request of a client.
   * @returns the headers that tell how much is left (draft-ietf-httpapi-ratelimit-headers-11)
   * @throws Problem `too-many-requests` with Retry-After when nothing is
   */
  take(caller: Caller): Readonly<Record<string, string>>;
}

const WINDOW = 60;

interface Window {
  used: number;
  readonly until: number;
}

/**
 * Limits by client, in fixed windows of a minute that start with a client's first request. Counts are kept in memory:
 * on Workers each isolate has its own, so the limit there is a lower bound of what a client may do.
 */
export function rateLimit({ quota: publicQuota, localQuota, now }: RateLimitOptions): RateLimit {
  const windows = new Map<string, Window>();

  function windowOf(client: string): Window {
    const known = windows.get(client);
    if (known && isOpen(known)) return known;
    // In the order in which they began, so those that are over come first.
    for (const [key, window] of windows) {
      if (isOpen(window)) break;
      windows.delete(key);
    }
    windows.delete(client);
    const fresh = { used: 0, until: now() + WINDOW * 1000 };
    windows.set(client, fresh);
    return fresh;
  }

  /** One that would last longer than a window began when the clock was ahead. */
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
      const detail = `${quota} requests a minute are answered; try again in ${seconds} seconds.`;
      throw new Problem('too-many-requests', detail, { headers: { ...headers, 'Retry-After': String(seconds) } });
    },
  };
}

/** What limits count as one client: an IPv4 address, or an IPv6 network, since whoever has an address there has its /64. */
export function networkOf(client: string): string {
  if (!ipaddr.isValid(client)) return client;
  const address = ipaddr.process(client);
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString();
}
