import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { FailedExchange, RejectedConnection } from '../network-failure.ts';
import { isLoopbackIp } from '../rules/ip-rules.ts';
import type { Rejection } from '../rules/rejection.ts';
import type { Resolve } from './resolve.ts';

/** Why no connection may be made to an IP address; undefined when it may. */
export type IpRule = (address: string) => Rejection | undefined;

/** More attempts than this would only use up the time for connecting. */
const MOST_ATTEMPTS = 6;

/**
 * A `lookup` for sockets: the socket connects to exactly the addresses that were checked here, so a name cannot lead to
 * one address when it is checked and to another when it is used. One blocked address among several refuses them all.
 */
export function createGuardedLookup(resolve: Resolve, rule: IpRule): LookupFunction {
  return (hostname, options, done) => {
    checkedAddresses(hostname, resolve, rule).then(
      ([first, ...others]) => {
        if (options.all) done(null, [first, ...others].slice(0, MOST_ATTEMPTS));
        else done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}

/** `localhost` is never asked of a resolver (RFC 6761, section 6.3), so nobody can lead it elsewhere; only local mode gets here with it. */
export const lookupLocalhost: LookupFunction = (_hostname, options, done) => {
  if (options.all) {
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  } else done(null, '127.0.0.1', 4);
};

/** The rule for the one loopback origin that local mode allows. */
export const loopbackOnly: IpRule = address =>
  isLoopbackIp(address)
    ? undefined
    : {
        rule: 'blocked-address',
        message: 'The name leads to an address that is not loopback.',
        hint: 'Use localhost.',
      };

async function checkedAddresses(
  hostname: string,
  resolve: Resolve,
  rule: IpRule,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new FailedExchange('dns-failed', { cause });
  });
  for (const address of addresses) {
    const refusal = rule(address);
    if (refusal) throw new RejectedConnection(refusal);
  }
  const [first, ...others] = addresses.map(address => ({ address, family: isIP(address) }));
  if (!first) throw new FailedExchange('dns-not-found');
  return [first, ...others];
}
