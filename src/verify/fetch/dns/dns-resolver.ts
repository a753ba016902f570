import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Resolve } from './resolve.ts';

/** The name does not exist, or it has no IP address of this family. */
const NOT_FOUND_CODES = ['ENOTFOUND', 'ENODATA'];

/**
 * How long the other family can take after one has addresses, in milliseconds. Some name servers do not respond to queries for
 * AAAA records, and their repetitions would exceed the deadline of the request.
 */
const OTHER_FAMILY_MS = 1000;

/**
 * Creates a resolver that queries the DNS directly. getaddrinfo would also read /etc/hosts, append search domains, and
 * block a thread of the pool for as long as a slow name server takes.
 *
 * @param options.servers name servers as `address:port` (default: the servers of the system)
 */
export function createDnsResolver(options: { readonly servers?: readonly string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (options.servers) resolver.setServers(options.servers);
  return async hostname => {
    const addresses: string[] = [];
    const lookups = [resolver.resolve4(hostname), resolver.resolve6(hostname)].map(
      async lookup => void addresses.push(...(await lookup)),
    );
    const settled = Promise.allSettled(lookups);
    await Promise.any(lookups).then(
      () => Promise.race([settled, sleep(OTHER_FAMILY_MS, undefined, { ref: false })]),
      () => undefined,
    );
    if (addresses.length > 0) return [...addresses];
    const failed = (await settled).find(
      lookup => lookup.status === 'rejected' && !NOT_FOUND_CODES.includes(lookup.reason?.code),
    );
    if (failed?.status === 'rejected') throw failed.reason;
    return [];
  };
}
