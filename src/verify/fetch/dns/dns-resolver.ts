import { Resolver } from 'node:dns/promises';
import type { Resolve } from './resolve.ts';

/** The name does not exist, or it has no IP address of this family. */
const NOT_FOUND_CODES = ['ENOTFOUND', 'ENODATA'];

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
    const lookups = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = lookups.flatMap(lookup => (lookup.status === 'fulfilled' ? lookup.value : []));
    const failed = lookups.find(
      lookup => lookup.status === 'rejected' && !NOT_FOUND_CODES.includes(lookup.reason?.code),
    );
    if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return addresses;
  };
}
