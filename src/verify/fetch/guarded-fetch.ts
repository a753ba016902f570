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
   * Lets the listing's own origin, and nothing else, be http and on loopback: `true` for every request, as on a
   * command line; `per-request` only for those that say `local`, as in a server that other machines might reach.
   */
  readonly local?: boolean | 'per-request' | undefined;
  /** The most hosts asked at the same time; 128 unless said otherwise. Each is asked one thing at a time. */
  readonly atOnce?: number | undefined;
  /** Looks names up; the DNS unless said otherwise. */
  readonly resolve?: Resolve | undefined;
  /** PEM certificates trusted instead of the built-in authorities. */
  readonly ca?: string | undefined;
  /** Judges IP addresses in place of `ipRefusal`: for tests, which have only loopback to stand in for the public network. */
  readonly ipRule?: IpRule | undefined;
}

/**
 * The one way in which this service fetches addresses that strangers name (design: Checks of an origin; spec/standards: Fetching addresses).
 *
 * Every address, redirects included, passes the URL rules; every connection goes to an address that was checked when it was
 * made; names, sizes, headers, redirects and time are bounded. Keep one fetcher for many requests: it keeps connections
 * for a second, and gives each host one turn at a time.
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
    queue: createHostQueue(options.atOnce ?? 128),
    userAgent: createUserAgent(options),
    local,
    close: () => connections.agent.destroy(),
  });
}
