import { Resolver } from 'node:dns/promises';
import type { Resolve } from './resolve.ts';

/** "The name does not exist" and "it exists, without an address of this family". */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

/**
 * Looks names up in the DNS directly, not with getaddrinfo: that one also reads /etc/hosts, appends search domains, and occupies a
 * thread of the pool for as long as a stranger's name server likes.
 *
 * @param options.servers name servers as `address:port`; the system's unless given
 */
export function createDnsResolver(options: { readonly servers?: readonly string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (options.servers) resolver.setServers(options.servers);
  return async hostname => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
    const fault = answers.find(answer => answer.status === 'rejected' && !ABSENT.includes(answer.reason?.code));
    if (addresses.length === 0 && fault?.status === 'rejected') throw fault.reason;
    return addresses;
  };
}
