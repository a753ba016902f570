import ipaddr from 'ipaddr.js';
import type { Rejection } from './rejection.ts';

/**
 * Services of cloud platforms to their own machines, at IP addresses that are public by their number. Their metadata
 * services at 169.254.0.0/16, 100.100.100.200, 192.0.0.192, and fd00:ec2::254 are in ranges that are blocked as a whole.
 */
const CLOUD_PLATFORMS = [
  '161.26.0.0/16', // IBM Cloud: name servers, time, package mirrors
  '166.8.0.0/14', // IBM Cloud: private endpoints of its services
  '168.63.129.16/32', // Azure: the virtual public IP address of the host
];

/** Everything that IANA does not route as ordinary public IPv4 space, and what cloud platforms keep of it. */
const BLOCKED_IPV4 = [
  ...CLOUD_PLATFORMS,
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(range => ipaddr.IPv4.parseCIDR(range));

/**
 * IPv6 is an allow-list: only 2000::/3 is global unicast. That alone keeps out loopback, link-local, unique local, IPv4-mapped
 * (::ffff:0:0/96) and NAT64 (64:ff9b::/96) addresses; the ranges below are those inside it that lead elsewhere, among
 * them Teredo (in 2001::/23) and 6to4 (2002::/16), which carry an IPv4 address of the sender's choice.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const BLOCKED_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(range =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * Why no connection may be made to an IP address that a name resolved to; undefined when it is public (design: Checks of an origin).
 * The reason does not repeat the address: names of our own network may resolve here that strangers cannot look up.
 *
 * @param address as a resolver or a socket writes it: dotted decimal or IPv6 without brackets; anything else is refused
 */
export function rejectIp(address: string): Rejection | undefined {
  if (isDottedDecimal(address)) {
    const ip = ipaddr.IPv4.parse(address);
    return BLOCKED_IPV4.some(range => ip.match(range)) ? NOT_PUBLIC : undefined;
  }
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return NOT_PUBLIC;
  const ip = ipaddr.IPv6.parse(address);
  return !ip.match(GLOBAL_IPV6) || BLOCKED_IPV6.some(range => ip.match(range)) ? NOT_PUBLIC : undefined;
}

const NOT_PUBLIC: Rejection = {
  rule: 'blocked-address',
  message: 'The name leads to an address that is not public.',
  hint: 'It has to resolve to public addresses only, from everywhere.',
};

/** Whether an IP address, as a resolver or a socket writes it, is this machine's own: 127.0.0.0/8 or ::1. */
export function isLoopbackIp(address: string): boolean {
  if (isDottedDecimal(address)) return address.startsWith('127.');
  return ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).toString() === '::1';
}

/** Four decimal parts without leading zeros: other spellings mean different addresses to different readers. */
function isDottedDecimal(address: string): boolean {
  return /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(address) && ipaddr.IPv4.isValid(address);
}
