import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { FailedExchange, RejectedConnection } from '../network-failure.ts';
import { isLoopbackIp } from '../rules/ip-rules.ts';
import type { Rejection } from '../rules/rejection.ts';
import type { Resolve } from './resolve.ts';

/** Returns why connections to an IP address are rejected. Undefined if they are allowed. */
export type IpRule = (address: string) => Rejection | undefined;

/** The maximum number of IP addresses of a name to connect to, one after another. */
export const MAX_ATTEMPTS = 4;

/**
 * Creates a `lookup` for sockets. The socket connects to exactly the IP addresses that were checked, which prevents DNS
 * rebinding. One blocked address rejects the name, even if its other addresses are public.
 */
export function createGuardedLookup(resolve: Resolve, rule: IpRule): LookupFunction {
  return (hostname, options, done) => {
    resolveAllowed(hostname, resolve, rule).then(
      addresses => {
        if (options.all) done(null, selectAddresses(addresses));
        else done(null, addresses[0].address, addresses[0].family);
      },
      (error: Error) => done(error, []),
    );
  };
}

/** Alternates between the families, because a network can lack one of them, and a name can have many addresses of the other. */
function selectAddresses(addresses: readonly LookupAddress[]): LookupAddress[] {
  const { 4: ipv4 = [], 6: ipv6 = [] } = Object.groupBy(addresses, ({ family }) => family);
  const pairs = ipv4.flatMap((address, index) => [address, ...ipv6.slice(index, index + 1)]);
  return [...pairs, ...ipv6.slice(ipv4.length)].slice(0, MAX_ATTEMPTS);
}

/** Resolves `localhost` without a resolver (RFC 6761, section 6.3), so that no resolver can redirect it. Only for local mode. */
export const lookupLocalhost: LookupFunction = (_hostname, options, done) => {
  if (options.all) {
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  } else done(null, '127.0.0.1', 4);
};

/** The rule for loopback origins, which only local mode allows. */
export const loopbackOnly: IpRule = address =>
  isLoopbackIp(address)
    ? undefined
    : {
        rule: 'blocked-address',
        message: 'The name resolves to an IP address that is not loopback.',
        hint: 'Use localhost.',
      };

async function resolveAllowed(
  hostname: string,
  resolve: Resolve,
  rule: IpRule,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new FailedExchange('dns-failed', { cause });
  });
  for (const address of addresses) {
    const rejection = rule(address);
    if (rejection) throw new RejectedConnection(rejection);
  }
  const [first, ...others] = addresses.map(address => ({ address, family: isIP(address) }));
  if (!first) throw new FailedExchange('dns-not-found');
  return [first, ...others];
}
