import { hash } from 'node:crypto';
import type { Blocklist } from '#listing/blocklist.ts';
import { createDnsResolver } from './dns/dns-resolver.ts';
import type { IpRule } from './dns/guarded-lookup.ts';
import type { Resolve } from './dns/resolve.ts';
import { createFetcher } from './exchange.ts';
import type { GuardedFetcher } from './fetch-result.ts';
import { createConnections } from './guarded-connections.ts';
import { createHostQueue } from './host-queue.ts';
import { createHttpHop } from './http-hop.ts';
import { rejectIp } from './rules/ip-rules.ts';
import { createUserAgent, type UserAgentOptions } from './user-agent.ts';

export interface GuardedFetcherOptions extends UserAgentOptions {
  /**
   * Allows the origin under verification, and no other, to be http and on loopback: `true` for every request, as in the CLI,
   * or `per-request` for requests with `local`, as in a server that other machines may reach.
   */
  readonly local?: boolean | 'per-request' | undefined;
  /** Maximum number of hosts with a request in flight, one request each (default: 128). */
  readonly concurrency?: number | undefined;
  /** The origins that get no requests. Absent if no registry sends the requests, as in the CLI. */
  readonly blocklist?: Blocklist | undefined;
  /** Default: the DNS. */
  readonly resolve?: Resolve | undefined;
  /** PEM certificates to trust instead of the built-in authorities. */
  readonly ca?: string | undefined;
  /** Default: `rejectIp`. For tests, in which loopback simulates the public network. */
  readonly ipRule?: IpRule | undefined;
}

/**
 * Creates the only client that may fetch untrusted URLs (design: Checks of an origin; spec/standards: Fetching addresses).
 *
 * Validates every URL, redirect targets included. Checks the IP address of every connection when it opens. Limits sizes,
 * headers, redirects, and time. Reuse one fetcher for many requests: it keeps connections open for one second and sends
 * one request per host at a time.
 */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const local = options.local ?? false;
  const connections = createConnections({
    resolve: options.resolve ?? createDnsResolver(),
    ipRule: options.ipRule ?? rejectIp,
    local: local !== false,
    ca: options.ca,
  });
  return createFetcher({
    hop: createHttpHop(connections),
    queue: createHostQueue(options.concurrency ?? 128),
    userAgent: createUserAgent(options),
    local,
    blocklist: options.blocklist,
    // A digest of Web Cryptography waits for a thread, which takes 20 times as long for a small body.
    sha256Hex: body => hash('sha256', body),
    close: () => connections.close(),
  });
}
